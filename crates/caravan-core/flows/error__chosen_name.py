# An attribute error on an object whose class was chosen.
#! case attack
#! untrusted u = "yes"
#! cfi error untrusted AttributeError
class A:
    pass

class B:
    word = "b"

x = A() if get_variable("u") == "yes" else B()
x.word
