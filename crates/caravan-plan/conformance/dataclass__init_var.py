# InitVar goes to __post_init__, ClassVar and KW_ONLY are no fields.
from dataclasses import dataclass, InitVar, KW_ONLY, field
from typing import ClassVar

@dataclass
class A:
    x: int
    _: KW_ONLY
    y: int = 2
    z: list = field(default_factory=list, compare=False)

print(A(1), A(1, y=3), A(1, z=[1]) == A(1))

@dataclass
class B:
    x: int
    scale: InitVar[int] = 3
    K: ClassVar[int] = 9
    w: int = 0

    def __post_init__(self, scale):
        self.w = self.x * scale

print(B(2), B(2, 5), B.K)
