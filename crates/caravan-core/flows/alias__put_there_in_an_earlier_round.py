# The same in a loop: what a round changes was put into the container by the round before.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted
#! cfi gate child#1 deny because=budget
log = []
drawer = {}
for i in range(2):
    if "k" in drawer:
        drawer["k"].append("x")
    if get_variable("u") == "yes":
        drawer["k"] = log
m = len(log)
child(str(m))
