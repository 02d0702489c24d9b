# Two names for one list: changed through one in an arm that may not run, read through the other.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label n data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
a = []
b = a
if get_variable("u") == "yes":
    b.append("x")
n = len(a)
child(str(n))
