# Methods defined in the class are kept; options leave others out.
from dataclasses import dataclass, field

@dataclass
class A:
    x: int
    secret: str = field(default="s", repr=False)

@dataclass
class B:
    x: int

    def __repr__(self):
        return f"<B {self.x}>"

@dataclass(eq=False)
class C:
    x: int

print(A(1), A(1).secret, B(2), B(2) == B(2), C(1) == C(1), C(3))
