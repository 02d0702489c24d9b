# A call is a way out of the guards: the argument that reaches the function tells that they held.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []

def note(word):
    log.append(word)

note("a")
if get_variable("u") == "yes":
    note("b")
child(log[-1])
