# `for w in W: if w == u: break`, then what the loop's variable holds: one of a million.
#! case attack
#! untrusted n = 7
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget bits>=19.9
#! noninterference gate child#1 deny because=control
n = get_variable("n")
for w in range(1000000):
    if w == n:
        break
child(str(w))
