# default_factory makes a fresh value for each instance.
from dataclasses import dataclass, field

@dataclass
class Box:
    name: str = "box"
    items: list[str] = field(default_factory=list)
    meta: dict = field(default_factory=lambda: {"v": 1})

a, b = Box(), Box("b")
a.items.append("x")
a.meta["v"] = 2
print(a)
print(b)
