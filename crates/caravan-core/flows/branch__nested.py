# Inner and outer guard both decide.
#! case attack
#! untrusted u = "yes" | "no"
#! untrusted v = "yes" | "yes"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1 bits<=2
#! cfi gate child#1 deny because=budget
m = "a"
if get_variable("u") == "yes":
    if get_variable("v") == "yes":
        m = "b"
child(m)
