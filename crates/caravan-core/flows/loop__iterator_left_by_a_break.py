# How far a loop that was left came in its iterator, shows in what comes next.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
it = iter(["a", "b"])
u = get_variable("u")
for x in it:
    if x == "a" and u == "yes":
        break
m = next(it, "none")
child(m)
