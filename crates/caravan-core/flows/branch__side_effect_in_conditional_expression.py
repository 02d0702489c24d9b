# What an arm of a conditional expression changes.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []
log.append("x") if get_variable("u") == "yes" else None
child(str(len(log)))
