# callable.
class A:
    def m(self):
        return 1

class B:
    def __call__(self):
        return 2

print(callable(len), callable(A), callable(A()), callable(A().m), callable(B()), callable("x"), callable(lambda: 0), callable(None))
print(B()(), A().m())
