# One bit through a branch, taken or not.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! explicit gate child#1 allow
#! cfi label m data=trusted control=untrusted bits>=1 bits<=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m = "a"
if get_variable("u") == "yes":
    m = "b"
child(m)
