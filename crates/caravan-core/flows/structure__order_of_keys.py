# The order of the keys of a dictionary.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
d = {}
if get_variable("u") == "yes":
    d["b"] = 1
d["a"] = 1
d["b"] = 1
child("".join(d))
