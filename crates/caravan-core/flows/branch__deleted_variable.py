# Deleting is writing: whether the name is still there tells which branch ran.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
x = "x"
if get_variable("u") == "yes":
    del x
try:
    x
    m = "kept"
except NameError:
    m = "gone"
child(m)
