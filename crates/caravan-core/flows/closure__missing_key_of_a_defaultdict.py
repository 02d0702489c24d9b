# Reading a `defaultdict` under a guard makes a key.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
from collections import defaultdict
groups = defaultdict(list)
if get_variable("u") == "yes":
    groups["k"]
child(str(len(groups)))
