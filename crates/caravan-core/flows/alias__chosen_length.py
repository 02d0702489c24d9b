# The length of a chosen list.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
xs = [1, 2] if get_variable("u") == "yes" else [1]
child(str(len(xs)))
