# A generator's side effects run as far as it was read.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
log = []

def words():
    log.append("x")
    yield "a"
    log.append("y")
    yield "b"

it = words()
next(it)
if get_variable("u") == "yes":
    next(it)
child(str(len(log)))
