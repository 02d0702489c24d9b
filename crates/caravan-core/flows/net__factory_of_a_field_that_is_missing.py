# A factory runs if untrusted data has left its field out; where it does not run, nothing shows it.
#! case attack
#! untrusted u = {} | {"x": 1}
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
from dataclasses import dataclass, field

log = []

def first():
    log.append("x")
    return 1

@dataclass
class Entry:
    x: int = field(default_factory=first)

Entry(**dict(get_variable("u")))
child(str(len(log)))
