# A pattern looks at the length and the types of what it matches.
#! case attack
#! untrusted u = ["x"] | ["x", "y"] | {"k": 1} | 5
#! child child = "done"
#! budget 0
#! cfi label m data=trusted control=untrusted bits>=1
#! cfi gate child#1 deny because=budget
match get_variable("u"):
    case [_]:
        m = "one"
    case [_, _]:
        m = "two"
    case {"k": _}:
        m = "map"
    case _:
        m = "other"
child(m)
