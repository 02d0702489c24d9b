# An attribute picked by an untrusted name.
#! case attack
#! untrusted u = "first" | "second"
#! child child = "done"
#! budget 0
#! explicit gate child#1 deny because=data
#! cfi gate child#1 deny
#! noninterference gate child#1 deny
from dataclasses import dataclass

@dataclass
class Words:
    first: str
    second: str

child(getattr(Words("a", "b"), get_variable("u")))
