# type, isinstance and printing of classes.
class A:
    pass

class B(A):
    pass

b = B()
print(type(b) is B, type(b) is A, type(b) == B)
print(type(5), type("a"), type(None), type([]), type(len) is type(print))
print(B, isinstance(b, (int, A)), isinstance(B, type))
