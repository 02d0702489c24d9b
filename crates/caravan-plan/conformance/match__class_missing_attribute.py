# A class pattern with an attribute the object lacks does not match.
class A:
    pass

a = A()
match a:
    case A(name=n):
        print("named", n)
    case A():
        print("no name")
a.name = "x"
match a:
    case A(name=n):
        print("named", n)
