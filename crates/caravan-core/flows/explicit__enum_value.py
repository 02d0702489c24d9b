# A class of the plan whose member was made of untrusted text.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all gate child#1 deny because=data
from enum import Enum

class Kind(Enum):
    A = get_variable("u")

a = Kind.A.value
child(a)
