# The text calls a class, but the name was given to a function with an effect: a change that no may-write set foresees.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi @1 ends refused
#! cfi @2 gate child#1 allow bits<=0
log = []

class Entry:
    pass

def note():
    log.append("x")

def name(Entry):
    if get_variable("u") == "yes":
        Entry()

name(note)
child(str(len(log)))
