# The arm of a `match`, and one that is not taken.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi label n data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
m = "a"
n = "a"
match get_variable("u"):
    case "yes":
        m = "b"
    case _:
        n = "b"
child(m)
