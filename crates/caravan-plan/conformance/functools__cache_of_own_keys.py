# What equals an argument of a cached function, its class says.
from dataclasses import dataclass
from functools import cache, lru_cache


class Key:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Key) and self.name.lower() == other.name.lower()

    def __hash__(self):
        return hash_of(self.name.lower())


def hash_of(text):
    return sum(ord(c) for c in text)


calls = []


@lru_cache
def f(key, n=0):
    calls.append((key.name, n))
    return key.name * 2


print(f(Key("a")), f(Key("A")), f(Key("b")), f(Key("B"), 1), f(Key("b"), 1), calls)
print([f(key) for key in (Key("a"), Key("c"), Key("C"))], list(map(f, [Key("b"), Key("d")])), calls)


class Store:
    def __init__(self, n):
        self.n = n
        self.reads = 0

    def __eq__(self, other):
        return self.n == other.n

    def __hash__(self):
        return self.n

    @lru_cache(maxsize=None)
    def read(self, k):
        self.reads += 1
        return self.n * k


s = Store(3)
print(s.read(2), s.read(2), s.read(3), s.reads, Store(3).read(2), s.reads)


@dataclass(frozen=True)
class Point:
    x: int


@cache
def norm(p):
    calls.append(p)
    return p.x**2


calls.clear()
print(norm(Point(2)), norm(Point(2)), norm((Point(1),)[0]), calls)


@cache
def fib(n, key=Key("k")):
    return n if n < 2 else fib(n - 1, key) + fib(n - 2, key)


print(fib(20))
try:
    f([])
except TypeError as e:
    print(e)
