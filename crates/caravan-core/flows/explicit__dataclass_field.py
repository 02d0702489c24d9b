# A field of a dataclass, and a text made by its method and of the whole.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all gate child#1 deny because=data
from dataclasses import dataclass, replace

@dataclass
class Payment:
    to: str
    note: str = "rent"

    def line(self):
        return self.note + " for " + self.to

p = Payment(to=get_variable("u"))
a = p.to
b = p.line()
c = str(p)
d = replace(p, note="food").to
child(a)
