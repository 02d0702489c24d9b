# Members by value and by name, and what happens to unknown ones.
from enum import Enum

class Status(Enum):
    OPEN = "open"
    DONE = "done"

print(Status("open"), Status["DONE"], Status("done") is Status.DONE)
try:
    Status("lost")
except ValueError as e:
    print(e)
try:
    Status["LOST"]
except KeyError as e:
    print(e)
