# The rounds themselves are trusted, the last one is not.
#! case attack
#! untrusted u = "b" | "nothing"
#! child child = "done"
#! budget 0
#! cfi label w data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")
for w in ["a", "b", "c"]:
    if w == u:
        break
child(w)
