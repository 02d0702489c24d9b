# `isinstance` tells which class was chosen, and so does `match`.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi label n control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
class A:
    pass

class B:
    pass

x = A() if get_variable("u") == "yes" else B()
m = "a" if isinstance(x, A) else "b"
match x:
    case A():
        n = "a"
    case _:
        n = "b"
child(m)
