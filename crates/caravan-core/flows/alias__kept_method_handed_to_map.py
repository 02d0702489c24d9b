# A method that changes its receiver is kept in a list, and handed to a builtin that calls it.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []
adders = [log.append]
if get_variable("u") == "yes":
    list(map(adders[0], ["x"]))
child(str(len(log)))
