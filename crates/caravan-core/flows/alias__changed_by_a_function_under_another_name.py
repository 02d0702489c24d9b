# A function adds to a list of the top level, which is told under another name.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []
other = log

def note():
    log.append("x")

if get_variable("u") == "yes":
    note()
child(str(len(other)))
