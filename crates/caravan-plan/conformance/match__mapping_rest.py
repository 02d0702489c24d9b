# ** in a mapping pattern takes the other keys.
match {"a": 1, "b": 2, "c": 3}:
    case {"b": b, **rest}:
        print(b, rest)
match {"a": 1}:
    case {"a": 1, **rest}:
        print(rest)
match {1: "x", None: "y"}:
    case {1: p, None: q}:
        print(p, q)
