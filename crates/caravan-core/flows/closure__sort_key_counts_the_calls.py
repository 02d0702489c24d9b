# So is the key of a sort over an untrusted list.
#! case attack
#! untrusted u = ["x", "y"]
#! child child = "done"
#! cfi gate child#1 deny because=budget
log = []

def key(item):
    log.append("x")
    return 0

sorted(get_variable("u"), key=key)
child(str(len(log)))
