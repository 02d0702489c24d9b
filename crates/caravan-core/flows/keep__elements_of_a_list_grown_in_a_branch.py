# An element that was there before the branch keeps its data; what the branch changed is the structure.
#! case precision
#! untrusted u = "yes" | "no"
#! child child = "done"
#! cfi label first data=trusted bits<=1
#! cfi gate child#1 allow bits<=1
names = ["Ann"]
if get_variable("u") == "yes":
    names.append("Bob")
first = names[0]
child(f"Write to {first}")
