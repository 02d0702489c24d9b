# as binds what a pattern matched.
def f(x):
    match x:
        case (1 | 2) as n:
            return f"small {n}"
        case [int() as a, (str() | None) as b]:
            return (a, b)
        case {"k": [_, _] as pair}:
            return pair
        case other:
            return other

print(f(2), f([5, None]), f([5, "s"]), f({"k": [1, 2]}), f(9))
