# `range(n)` with an untrusted `n`.
#! case attack
#! untrusted n = 3 | 0
#! child child = "done"
#! cfi label s control=untrusted bits>=unbounded
#! cfi gate child#1 deny because=budget
s = ""
for _ in range(get_variable("n")):
    s += "a"
child(s)
