# A match inside a case.
def f(x):
    match x:
        case [kind, payload]:
            match kind:
                case "n":
                    return payload + 1
                case "s":
                    return payload + "!"
            return "unknown kind"
        case _:
            return "bad"

print(f(["n", 1]), f(["s", "a"]), f(["z", 0]), f(5))
