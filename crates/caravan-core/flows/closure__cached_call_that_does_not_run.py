# A cached function does not run again; that it ran before, under a guard, shows in what it leaves undone.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
import functools

log = []

@functools.cache
def note(word):
    log.append(word)
    return 1

if get_variable("u") == "yes":
    note("a")
log = []
note("a")
child(str(len(log)))
