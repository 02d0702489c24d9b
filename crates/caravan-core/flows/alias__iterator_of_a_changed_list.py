# A method picked out of a list may change any list; an iterator made afterwards shows one that is older.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = ["w"]
change = [log.append, log.remove][0]
if get_variable("u") == "yes":
    change("x")
child("-".join(list(reversed(log))))
