# Fields of the base come first; a redefined field keeps its place.
from dataclasses import dataclass

@dataclass
class Base:
    id_: int
    kind: str = "base"

@dataclass
class Sub(Base):
    extra: str = "e"
    kind: str = "sub"

print(Sub(1), Sub(1, "k", "x"))
print(Base(1) == Sub(1), isinstance(Sub(1), Base))
