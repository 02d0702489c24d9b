# The method is called through the type, with the list as its argument.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
log = []
if get_variable("u") == "yes":
    list.append(log, "x")
child(str(len(log)))
