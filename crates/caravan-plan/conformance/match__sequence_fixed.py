# Sequence patterns match lists and tuples of that length.
def f(x):
    match x:
        case []:
            return "empty"
        case [a]:
            return f"one {a}"
        case (a, b):
            return f"two {a} {b}"
        case [1, 2, c]:
            return f"three with {c}"
        case _:
            return "other"

print([f(v) for v in [[], [5], (1, 2), [1, 2, 3], [9, 2, 3], "ab", {1, 2}]])
