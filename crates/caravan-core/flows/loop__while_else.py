# The `else` of a `while`.
#! case attack
#! untrusted n = 1 | 7
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
n = get_variable("n")
i = 0
m = "left"
while i < 3:
    if i == n:
        break
    i += 1
else:
    m = "ended"
child(m)
