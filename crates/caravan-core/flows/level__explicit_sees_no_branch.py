# `explicit` counts data alone: what a branch tells passes. It is kept to reproduce what others check.
#! case level
#! untrusted u = "yes"
#! child child = "done"
#! explicit label m data=trusted
#! explicit gate child#1 allow
#! cfi gate child#1 allow bits<=1
#! noninterference gate child#1 deny because=control
m = "a"
if get_variable("u") == "yes":
    m = "b"
child(m)
