# `__members__`: the members of an enum by name.
from enum import Enum


class Status(Enum):
    OPEN = "open"
    DONE = "done"


print(list(Status.__members__), "OPEN" in Status.__members__, "LOST" in Status.__members__)
for name, member in Status.__members__.items():
    print(name, member, member.value)
