# Type aliases and NewType.
from typing import NewType
UserId = NewType("UserId", int)
Pairs = list[tuple[str, int]]

def total(ps: Pairs) -> int:
    return sum(n for _, n in ps)

u = UserId(5)
print(u, u + 1, total([("a", 1), ("b", 2)]), isinstance(u, int))
