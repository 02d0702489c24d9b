# `+=` on a list changes the list, not the name alone.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
a = ["x"]
b = a
if get_variable("u") == "yes":
    b += ["y"]
child(str(len(a)))
