# A `continue` is the else-arm of the rest of the body.
#! case attack
#! untrusted u = "b" | "nothing"
#! child child = "done"
#! budget 0
#! cfi label n control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
n = 0
for w in ["a", "b", "c"]:
    if w == u:
        continue
    n += 1
child(str(n))
