# What a chosen function gives, though each gives a constant.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
f = (lambda: "a") if get_variable("u") == "yes" else (lambda: "b")
m = f()
child(m)
