# A namedtuple cannot be changed, and wants all its fields.
from collections import namedtuple

P = namedtuple("P", "x y")
p = P(1, 2)
try:
    p.x = 5
except AttributeError:
    print("cannot set")
try:
    p[0] = 5
except TypeError as e:
    print(e)
try:
    P(1)
except TypeError as e:
    print("missing 1 required positional argument: 'y'" in str(e))
