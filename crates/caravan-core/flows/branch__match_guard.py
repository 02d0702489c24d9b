# The guard of an arm.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
match "fixed":
    case str() if get_variable("u") == "yes":
        m = "b"
    case _:
        m = "a"
child(m)
