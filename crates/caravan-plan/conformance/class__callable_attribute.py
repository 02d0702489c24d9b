# A function stored on an instance is called without self.
class A:
    def __init__(self, f):
        self.f = f

print(A(len).f("abc"), A(lambda: "no self").f())

class B:
    f = staticmethod(len)
    g = lambda self, x: x * 2

print(B().f([1]), B().g(4))
