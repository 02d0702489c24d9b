# A replacement field without a format asks `__format__` all the same.
from dataclasses import dataclass


class Money:
    def __init__(self, c):
        self.c = c

    def __format__(self, spec):
        return f"{self.c / 100:.2f} EUR{spec}"

    def __str__(self):
        return "str"

    def __repr__(self):
        return "repr"


m = Money(5)
print(f"{m}", f"{m:!}", f"{m!s}", f"{m!r}", f"{m!s:>6}", "{}".format(m), format(m), f"{m} and {m}", str(m))


@dataclass
class Point:
    x: int

    def __format__(self, spec):
        return f"<{self.x}>" if not spec else f"<{self.x:{spec}}>"


print(f"{Point(3)} {Point(4):03d} {[Point(1)]}", f"{Point(1)}" + f"{Point(2)}")


class Bad:
    def __format__(self, spec):
        return 5


try:
    print(f"{Bad()}")
except TypeError as e:
    print(e)
