# A dataclass has the methods that it generates, and not those of its bases.
from dataclasses import dataclass


@dataclass
class A:
    x: int

    def __init__(self, x=0):
        self.x = x * 10

    def __repr__(self):
        return "mine"

    def __eq__(self, other):
        return True


@dataclass
class B(A):
    y: int = 0


class C(A):
    pass


@dataclass(eq=False)
class D(A):
    z: int = 0


class Plain:
    def __init__(self):
        self.kept = True

    def __repr__(self):
        return "plain"

    def __lt__(self, other):
        return True


@dataclass
class E(Plain):
    n: int = 1


@dataclass(order=True)
class F(Plain):
    n: int = 1


class G(B):
    def __repr__(self):
        return f"G of {super().__repr__()}"


@dataclass
class H(A):
    h: int = 0

    def __repr__(self):
        return "H's own"

    def __init__(self, h):
        super().__init__(h)
        self.h = h


print(A(1), B(1), C(1), D(1), E(5), F(2), H(3))
print(B(1).x, A(1).x, C(1).x, B(1) == B(2), B(1) == B(1), C(1) == C(2), D(1) == D(5))
print(hasattr(E(1), "kept"), E(1) < E(0), F(1) < F(0), F(1) < F(2), H(3).x, f"{B(2)} {[B(3)]}")
