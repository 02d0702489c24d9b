# `for w in W: if w == u: break`, then the child is told which: one of a million.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget bits>=19.9
#! noninterference gate child#1 deny because=control
u = get_variable("n")
W = range(1000000)
for w in W:
    if w == u:
        break
child(str(w))
