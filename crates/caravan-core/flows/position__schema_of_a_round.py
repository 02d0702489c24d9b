# The message is written out; which round of the loop it is, shows in the schema.
#! case attack
#! untrusted n = 1 | 0
#! child child = {"size": 1}
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
from pydantic import BaseModel

class Width(BaseModel):
    """How wide it is."""
    size: int

class Height(BaseModel):
    """How high it is."""
    size: int

n = get_variable("n")
for i, wanted in enumerate([Width, Height]):
    if i == n:
        child("Go on.", output_schema=wanted)
