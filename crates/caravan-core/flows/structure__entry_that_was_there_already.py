# A defaultdict read by an untrusted key: whether it has grown is told by its length, in whichever world.
#! case attack
#! untrusted u = "a" | "b"
#! child child = "done"
#! budget 0
#! cfi label m data=untrusted
#! cfi gate child#1 deny because=data
from collections import defaultdict

d = defaultdict(int)
d["a"] = 1
d[get_variable("u")]
m = len(d)
child(str(m))
