# A callback of the plan is not called any more once it has said no, and it would have had an effect.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi @1 gate child#1 deny because=budget
#! cfi @2 ends refused
#! noninterference @1 gate child#1 deny because=control
#! noninterference @2 ends refused
import itertools

u = get_variable("u")
log = []

def goes_on(word):
    log.append(word)
    return u != "yes"

list(itertools.takewhile(goes_on, ["a", "b"]))
child(str(len(log)))
