# is_dataclass on classes, instances and others.
from dataclasses import dataclass, is_dataclass

@dataclass
class A:
    x: int = 1

print(is_dataclass(A), is_dataclass(A()), is_dataclass(5), A.x, A(7).x)
