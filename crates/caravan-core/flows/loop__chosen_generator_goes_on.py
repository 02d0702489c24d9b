# One of two generators goes on; that it was not the other shows in what the other has left undone.
#! case attack
#! untrusted n = 1 | 0
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []

def note():
    log.append("x")
    return
    yield

def rest():
    return
    yield

next([note(), rest()][get_variable("n")], None)
child(str(len(log)))
