# A second name with the same value is an alias.
from enum import Enum

class Level(Enum):
    LOW = 1
    MIN = 1
    HIGH = 2

print(Level.MIN, Level.MIN is Level.LOW, list(Level), Level["MIN"].name)
