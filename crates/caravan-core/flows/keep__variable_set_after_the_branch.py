# What is bound anew after the branch does not carry the branch.
#! case precision
#! untrusted u = "yes"
#! child child = "done"
#! all label m data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
m = "a"
if get_variable("u") == "yes":
    m = "b"
m = "c"
child(m)
