# `super()` gives the text and the properties of what comes next, whatever the class itself says.
from dataclasses import dataclass
from enum import Enum


class E(Exception):
    def __str__(self):
        return "c: " + super().__str__()

    def __repr__(self):
        return "r: " + super().__repr__()


class F(E):
    def __str__(self):
        return super().__str__() + "!"


for error in (E("x"), F("y"), E(), E("a", 1)):
    try:
        raise error
    except E as e:
        print(e, repr(e), [e], f"{e}")


class A:
    def __init__(self):
        self.v = 2

    @property
    def p(self):
        return self.v

    def __str__(self):
        return "A"


class B(A):
    @property
    def p(self):
        return super().p * 10

    def __str__(self):
        return super().__str__() + "B"


class C(B):
    @property
    def p(self):
        return super().p + 1


print(B().p, C().p, str(B()), str(C()))


class Color(Enum):
    RED = 1

    def __str__(self):
        return super().__str__().lower()

    def __repr__(self):
        return "<" + super().__repr__() + ">"


print(Color.RED, [Color.RED])


class Named:
    def __repr__(self):
        return "named"

    def __str__(self):
        return "str of " + super().__str__()


@dataclass
class Inner:
    x: int
    other: object = None

    def __str__(self):
        return "inner " + super().__str__()


print(Named(), Inner(1, Named()))
print(__name__, __name__ == "__main__")


def main():
    print("main ran")


if __name__ == "__main__":
    main()
