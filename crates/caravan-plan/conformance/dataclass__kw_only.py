# kw_only makes every field keyword-only.
from dataclasses import dataclass, KW_ONLY, field

@dataclass(kw_only=True)
class Opt:
    a: int = 0
    b: int

print(Opt(b=1), Opt(a=2, b=3))
try:
    Opt(1, 2)
except TypeError as e:
    print(e)

@dataclass
class Mixed:
    x: int
    y: int = field(default=5, kw_only=True)

print(Mixed(1), Mixed(1, y=2))
