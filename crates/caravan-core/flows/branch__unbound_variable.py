# A NameError that tells which branch ran.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
if get_variable("u") == "yes":
    x = "x"
try:
    x
    m = "bound"
except NameError:
    m = "unbound"
child(m)
