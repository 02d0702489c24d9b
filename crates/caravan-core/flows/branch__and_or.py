# `and` and `or` decide whether their right side runs, and which side they give.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label a control=untrusted bits>=1
#! cfi label n control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
log = []
ok = get_variable("u") == "yes"
a = (ok and "x" or "y") + ""
ok or log.append("x")
n = len(log)
child(str(n))
