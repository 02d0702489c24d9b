# An enum member by a wrong name.
from enum import Enum

class Color(Enum):
    RED = 1

print(Color["RED"])
print(Color["MAUVE"])
