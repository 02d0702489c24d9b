# The text of an enum's member is its own, whatever its `__repr__`.
from enum import Enum, IntEnum, StrEnum


class Color(Enum):
    RED = 1

    def __repr__(self):
        return "repr"


class Level(IntEnum):
    LOW = 1

    def __repr__(self):
        return "level"


class Kind(StrEnum):
    A = "a"

    def __repr__(self):
        return "kind"


print(Color.RED, f"{Color.RED}", str(Color.RED), [Color.RED], repr(Color.RED))
print(Level.LOW, f"{Level.LOW}", str(Level.LOW), [Level.LOW])
print(Kind.A, f"{Kind.A}", str(Kind.A), [Kind.A])
