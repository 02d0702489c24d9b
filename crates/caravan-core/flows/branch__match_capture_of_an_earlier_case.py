# A pattern fits and its guard does not hold: the next case reads the name that was bound, or was not.
#! case attack
#! untrusted u = "yes" | "no"
#! child child = "done"
#! budget 0
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
y = "z"
match ["a", get_variable("u")]:
    case [y, "yes"] if y == "b":
        pass
    case _:
        child(y)
