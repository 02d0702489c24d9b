# A list that a branch appends to is touched; its neighbours are not.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! all label names data=trusted control=trusted bits<=0
#! cfi label log control=untrusted
#! all gate child#1 allow bits<=0
names = ["Ann", "Bob"]
log = []
if get_variable("u") == "yes":
    log.append("seen")
child(f"Write to {names[0]} of {len(names)}")
