# A namedtuple has fields, indices and tuple behaviour.
from collections import namedtuple

Point = namedtuple("Point", ["x", "y"])
p = Point(1, y=2)
print(p, p.x, p[1], p == (1, 2), len(p), list(p))
x, y = p
print(x + y, p + (3,), max(p), 2 in p, sorted([Point(2, 1), Point(1, 9)]))
