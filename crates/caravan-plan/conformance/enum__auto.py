# auto numbers members from one.
from enum import Enum, auto

class Step(Enum):
    FETCH = auto()
    CHECK = auto()
    SEND = auto()

print([(s.name, s.value) for s in Step], Step(2))
