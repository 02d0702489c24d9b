# Members have names and values, and print with their class.
from enum import Enum

class Color(Enum):
    RED = 1
    GREEN = "g"

print(Color.RED, repr(Color.RED), Color.RED.name, Color.GREEN.value)
print([c.name for c in Color], list(Color), len(Color))
print(f"{Color.RED}", str(Color.GREEN), {Color.RED: 1}[Color.RED])
