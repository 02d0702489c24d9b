# A pattern that fits binds its names; whether it fitted shows in them afterwards.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi label y control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
y = "z"
match ["a", get_variable("u")]:
    case [y, "yes"]:
        pass
    case _:
        pass
child(y)
