# An inner `break` decides what the outer loop counts.
#! case attack
#! untrusted u = "b" | "nothing"
#! child child = "done"
#! budget 0
#! cfi label n control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
u = get_variable("u")
n = 0
for _ in ["x", "y"]:
    for w in ["a", "b", "c"]:
        if w == u:
            break
        n += 1
child(str(n))
