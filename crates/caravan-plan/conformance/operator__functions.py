# itemgetter, attrgetter and operators as functions.
from operator import itemgetter, attrgetter, add, mul, methodcaller
rows = [{"n": "b", "v": 1}, {"n": "a", "v": 2}]
print(sorted(rows, key=itemgetter("n")), itemgetter(0, 2)("abc"), itemgetter(1)([5, 6]), add(1, 2), mul("a", 3))

class P:
    def __init__(self, x):
        self.x = x

print([p.x for p in sorted([P(3), P(1)], key=attrgetter("x"))], methodcaller("upper")("a"), max({"a": 1, "b": 5}.items(), key=itemgetter(1)))
