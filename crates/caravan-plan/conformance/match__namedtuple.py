# Named tuples match as sequences and as classes.
from collections import namedtuple

P = namedtuple("P", ["x", "y"])

def f(v):
    match v:
        case P(0, y):
            return ("P0", y)
        case P(x=x):
            return ("P", x)
        case (a, b):
            return ("pair", a, b)

print(f(P(0, 5)), f(P(3, 4)), f((1, 2)))
