# Alternatives are tried from left to right.
def f(x):
    match x:
        case 200 | 201 | 204:
            return "ok"
        case 400 | 404:
            return "client"
        case "yes" | "y" | True:
            return "agreed"
        case _:
            return "?"

print([f(v) for v in [200, 404, "y", True, 500]])
