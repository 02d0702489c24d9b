# CPython has two ways of saying that items cannot be deleted: by an index, and by any other key.
from collections import namedtuple
P = namedtuple("P", "x")
for value in [(1, 2), "ab", b"ab", range(3), {1}, frozenset({1}), P(1), 5, None, 1.5]:
    for key in [0, "k", slice(0, 1)]:
        try:
            del value[key]
        except TypeError as e:
            print(type(value).__name__, e)
