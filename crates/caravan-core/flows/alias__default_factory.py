# A field's default is made by a function that has an effect.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
from dataclasses import dataclass, field
log = []

def make():
    log.append("x")
    return "a"

@dataclass
class Item:
    word: str = field(default_factory=make)

if get_variable("u") == "yes":
    Item()
child(str(len(log)))
