# Setting a field of a frozen dataclass.
from dataclasses import dataclass

@dataclass(frozen=True)
class P:
    x: int

p = P(1)
print(p)
p.x = 2
