# __match_args__ says what positional patterns stand for
from dataclasses import dataclass, field


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Plain:
    a: int = 1


@dataclass
class Mail:
    sender: str
    size: int = field(default=0, kw_only=True)


for value in [Point(1, 2), Point(0, 5), Mail("bob", size=3), 7]:
    match value:
        case Point(0, y):
            print("axis", y)
        case Point(x, y=y):
            print("point", x, y)
        case Mail(sender):
            print("mail", sender)
        case _:
            print("other")
for value in [Plain(), Mail("a")]:
    try:
        match value:
            case Plain(1):
                print("plain")
            case Mail("a", 0):
                print("mail")
    except TypeError as e:
        print(e)
