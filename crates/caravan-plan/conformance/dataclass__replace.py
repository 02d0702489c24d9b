# replace copies with changes.
from dataclasses import dataclass, replace

@dataclass
class Event:
    title: str
    room: str = "A"
    tags: tuple = ()

a = Event("standup", tags=("x",))
b = replace(a, room="B")
print(a)
print(b)
print(a is b, replace(a) == a)
