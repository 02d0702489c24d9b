# The members of `class Color(str, Enum)` equal their values, but their text is that of a member.
import json
from enum import Enum


class Color(str, Enum):
    RED = "red"
    GREEN = "green"


class Level(int, Enum):
    LOW = 1
    HIGH = 2


print(Color("red"), str(Color.RED), f"{Color.RED}", repr(Color.RED), f"{Color.RED:>12}|")
print(Color.RED == "red", Color.RED.value, Color.GREEN.upper(), "green" in {Color.GREEN: 1})
print(json.dumps({"color": Color.RED, "level": Level.HIGH}))
print(Level.LOW, f"{Level.HIGH}", repr(Level.HIGH), Level.HIGH > Level.LOW, Level.HIGH + 1, Level(1))
print([color.value for color in Color], Color.RED in ("red", "blue"), isinstance(Color.RED, str))
