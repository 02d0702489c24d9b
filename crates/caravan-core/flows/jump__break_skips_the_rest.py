# What the rounds after a `break` would have written.
#! case attack
#! untrusted u = "b" | "nothing"
#! child child = "done"
#! budget 0
#! cfi label seen control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
seen = ""
for w in ["a", "b", "c"]:
    seen += w
    if w == u:
        break
child(seen)
