# A lambda that appends, called through a list of functions.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
log = []
actions = [lambda: log.append("x")]
if get_variable("u") == "yes":
    for action in actions:
        action()
child(str(len(log)))
