# An enum member by a wrong value.
from enum import Enum

class Status(Enum):
    OPEN = "open"

print(Status("open"))
print(Status("lost"))
