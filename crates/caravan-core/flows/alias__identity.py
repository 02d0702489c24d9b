# `is` tells which of two objects was chosen.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
a = []
b = []
x = a if get_variable("u") == "yes" else b
m = "same" if x is a else "other"
child(m)
