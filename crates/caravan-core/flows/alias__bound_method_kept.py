# The method was taken from the list before the branch.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []
add = log.append
if get_variable("u") == "yes":
    add("x")
child(str(len(log)))
