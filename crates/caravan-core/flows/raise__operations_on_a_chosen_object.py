# Whether an attribute can be set or removed, a class derived, a mapping unpacked, was decided by which object it is.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label b control=untrusted bits>=1
#! cfi label c control=untrusted bits>=1
#! cfi label d control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
from dataclasses import dataclass

@dataclass(frozen=True)
class Fixed:
    size: int = 0

class Free:
    def __init__(self):
        self.length = 1

yes = get_variable("u") == "yes"
thing = Free() if yes else Fixed()
base = Free if yes else "no class"
table = {"a": 1} if yes else 7
a = b = c = d = "failed"
try:
    thing.size = 1
    a = "fine"
except AttributeError:
    pass
try:
    del thing.length
    b = "fine"
except AttributeError:
    pass
try:
    class Derived(base):
        pass
    c = "fine"
except TypeError:
    pass
try:
    {**table}
    d = "fine"
except TypeError:
    pass
child(a)
