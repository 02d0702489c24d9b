# Bases that cannot be put in order.
class A:
    pass

class B(A):
    pass

try:
    class C(A, B):
        pass
except TypeError as e:
    print(str(e).split("\n")[0])
class D(B, A):
    pass
print(isinstance(D(), A), issubclass(D, B))
