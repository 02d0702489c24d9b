# Dotted names are values, compared with ==.
from enum import Enum

class Color(Enum):
    RED = 1
    BLUE = 2

def f(c):
    match c:
        case Color.RED:
            return "red"
        case Color.BLUE:
            return "blue"
        case _:
            return "none"

print(f(Color.RED), f(Color.BLUE), f(1))
