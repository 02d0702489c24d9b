# A list that a round of a loop makes for itself is no other, whatever guard the loop stands under.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 allow bits<=0
#! all structure names control=trusted bits<=0
names = ["Ann", "Bob"]
if get_variable("u") == "yes":
    for name in ["x", "y"]:
        row = []
        row.append(name)
child("-".join(names))
