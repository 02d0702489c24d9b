# A callback of the plan is not called any more once it has said no, and it would have had an effect.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
import itertools

u = get_variable("u")
log = []

def goes_on(word):
    log.append(word)
    return u != "yes"

list(itertools.takewhile(goes_on, ["a", "b"]))
child(str(len(log)))
