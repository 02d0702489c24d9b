# Literal patterns compare with ==.
def f(x):
    match x:
        case 0:
            return "zero"
        case -1:
            return "minus one"
        case "a":
            return "letter"
        case 1.5:
            return "float"
        case _:
            return "other"

print([f(v) for v in [0, -1, "a", 1.5, 2, "b", 0.0, False]])
