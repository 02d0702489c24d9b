# `or`, `and` and whatever else asks for truth ask `__bool__`, or else `__len__`.
import operator
from dataclasses import dataclass
from itertools import compress, dropwhile, takewhile


class Sized:
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __repr__(self):
        return f"Sized{self.items}"


@dataclass
class Result:
    ok: bool

    def __bool__(self):
        return self.ok


def first(result):
    return result or "default"


print(Sized() or "empty", Sized(1) or "empty", Sized() and 1, Sized(1) and 2)
print("yes" if Sized() and True else "no", "yes" if Sized(1) or False else "no")
print(first(Result(False)), first(Result(True)), Result(False) or Result(True), Result(False) or Sized() or 0)
print(Result(True) and Sized(2) and "all", Result(True) and Sized() and "all", not (Sized() or Result(False)))
assert Sized() or 1
x = Sized() or Sized(1) or Sized(2)
print(x)
print(operator.truth(Sized()), operator.truth(Sized(1)), operator.not_(Sized()), operator.not_(Result(True)))
print(list(compress("abc", [Sized(), Sized(1), Result(True)])))
print(list(takewhile(lambda n: Sized(*range(n)), [3, 2, 0, 1])))
print(list(dropwhile(lambda n: Result(n > 1), [3, 2, 0, 5])))


def loud(value):
    print("asked", value)
    return value


print(loud(Sized()) or loud(Sized(1)) or loud(Sized(2)))
n = 0
while n < 3 and (Result(n < 2) or None):
    n += 1
print(n, [v for v in (Sized(), Sized(1)) if v and v.items], (lambda v: v or "lambda")(Sized()))
