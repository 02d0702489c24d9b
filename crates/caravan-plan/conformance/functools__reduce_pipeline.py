# Folding functions and sets.
from functools import reduce
steps = [str.strip, str.lower, lambda s: s.replace(" ", "_")]
print(reduce(lambda v, f: f(v), steps, "  Hello World "))
print(sorted(reduce(set.intersection, [{1, 2, 3}, {2, 3}, {3, 2, 9}])), reduce(lambda a, b: a | b, [{"x": 1}, {"y": 2}]))
