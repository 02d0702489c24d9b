# An arm gives a variable a value by an assignment that names its type.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m: str = "a"
if get_variable("u") == "yes":
    m: str = "b"
child(m)
