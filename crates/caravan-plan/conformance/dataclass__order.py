# order=True compares as tuples of fields.
from dataclasses import dataclass, field

@dataclass(order=True)
class Version:
    major: int
    minor: int = 0
    name: str = field(default="", compare=False)

vs = [Version(1, 5), Version(1, 2, "b"), Version(0, 9)]
print(sorted(vs))
print(max(vs), Version(1, 2) == Version(1, 2, "other"), Version(1) < Version(1, 1), Version(2) >= Version(1, 9))
