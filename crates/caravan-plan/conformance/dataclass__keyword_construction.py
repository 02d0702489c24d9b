# Positional and keyword construction, and its errors.
from dataclasses import dataclass

@dataclass
class P:
    x: int
    y: int = 0

print(P(1), P(x=1, y=2), P(1, y=5))
for f in [lambda: P(), lambda: P(1, 2, 3), lambda: P(1, qq=1)]:
    try:
        f()
    except TypeError as e:
        print(e)
