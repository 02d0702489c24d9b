# A name of the arm's own list is bound to another list before that is changed.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label n data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []
if get_variable("u") == "yes":
    xs = []
    xs = log
    xs.append("x")
n = len(log)
child(str(n))
