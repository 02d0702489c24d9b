# @unique refuses an enum with two names for one member
from enum import Enum, unique

try:

    @unique
    class Level(Enum):
        LOW = 1
        SMALL = 1
        HIGH = 2
        BIG = 2

except ValueError as e:
    print(e)


@unique
class Fine(Enum):
    A = 1
    B = 2


print(list(Fine))
