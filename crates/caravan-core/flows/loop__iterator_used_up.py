# An iterator that was advanced under a guard stands somewhere else afterwards.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
it = iter(["a", "b", "c"])
if get_variable("u") == "yes":
    next(it)
m = next(it)
child(m)
