# The `else` of a loop runs unless the loop was left by `break`.
#! case attack
#! untrusted u = "b" | "nothing"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
m = "found"
for w in ["a", "b", "c"]:
    if w == u:
        break
else:
    m = "missing"
child(m)
