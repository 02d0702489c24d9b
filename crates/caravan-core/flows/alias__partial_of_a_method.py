# And wrapped.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
from functools import partial
log = []
add = partial(log.append, "x")
if get_variable("u") == "yes":
    add()
child(str(len(log)))
