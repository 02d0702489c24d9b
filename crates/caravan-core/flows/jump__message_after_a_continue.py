# What a round writes after a `continue` was decided by it, in the next round already.
#! case attack
#! untrusted u = "abaabbabaabbabaabb"
#! child child = "done"
#! cfi gate child#6 allow bits>=9
#! cfi ends refused
u = get_variable("u")
s = ""
for k in range(18):
    if u[k] == "a":
        continue
    s += str(k)
    child(s)
