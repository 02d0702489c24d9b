# Functions that read several iterables read all of them, also those that have an `__iter__` of their own.
from itertools import accumulate, chain, compress, product, zip_longest


class It:
    def __init__(self, *xs):
        self.xs = xs

    def __iter__(self):
        return iter(self.xs)


class Indexed:
    def __init__(self, *xs):
        self.xs = xs

    def __getitem__(self, at):
        return self.xs[at]


class Row:
    def __init__(self, *xs):
        self.xs = xs

    def __iter__(self):
        yield from self.xs


for kind in (It, Indexed, Row):
    print(kind.__name__)
    print(list(chain(kind(1), kind(2))), list(chain(kind(1), kind(2), [3], kind(4))))
    print(list(chain.from_iterable([kind(1), kind(2)])), list(chain.from_iterable(kind(kind(1), kind(2)))))
    print(list(zip_longest(kind(1, 2), kind(3))), list(product(kind(1, 2), kind(3))))
    print(list(zip(kind(1, 2), kind(3, 4))), list(compress(kind(1, 2), kind(0, 1))))
    s = set()
    s.update(kind(1), kind(2))
    print(s, {1, 2, 3}.difference(kind(1), kind(2)), {0}.union(kind(1), kind(2)))
    print({1, 2}.intersection(kind(1, 2), kind(2)))
    s.difference_update(kind(1), kind(5))
    s.intersection_update(kind(2), kind(2, 3))
    print(s, [*kind(1), *kind(2)], dict([kind("a", 1), kind("b", 2)]))
    print(sum(chain(kind(1), kind(2))), max(chain(kind(1), kind(5))))
    print(list(chain(iter([1, 2]), kind(3), iter([4]))), list(chain.from_iterable([iter([1]), kind(2)])))
    print(sorted(chain(kind(3), kind(1))), sum(chain(kind(1), kind(2))))


class Money:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return Money(self.v + other.v)

    def __repr__(self):
        return f"Money({self.v})"


ms = [Money(n) for n in (1, 2, 3, 4)]
print(list(accumulate(ms)), list(accumulate(ms, initial=Money(10))), list(accumulate(ms, lambda a, b: a + b)))
print(list(accumulate([1, 2, 3])), list(accumulate("abc")), list(accumulate([])), list(accumulate([Money(1)])))
try:
    print(list(accumulate([Money(1), 2])))
except AttributeError as e:
    print(e)
