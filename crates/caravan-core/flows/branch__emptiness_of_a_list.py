# A list of the plan's own as a guard: an untrusted branch has decided whether it is empty.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi label w data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
flags = []
if get_variable("u") == "yes":
    flags.append("x")
m = "none"
if flags:
    m = "some"
w = "one" if flags else "two"
child(m)
