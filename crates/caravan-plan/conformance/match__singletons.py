# True, False and None match by identity.
def f(x):
    match x:
        case True:
            return "true"
        case False:
            return "false"
        case None:
            return "none"
        case _:
            return "other"

print([f(v) for v in [True, False, None, 1, 0, ""]])
