# A name that stood for a fresh list stands for another one where the list is changed.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
log = []
if get_variable("u") == "yes":
    xs = []
    for k in range(1):
        xs = log
        xs.append("x")
child(str(len(log)))
