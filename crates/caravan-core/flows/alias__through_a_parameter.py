# A function changes what it is given.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
def grow(items):
    items.append("x")

log = []
if get_variable("u") == "yes":
    grow(log)
child(str(len(log)))
