# Strings and bytes do not match sequence patterns.
def f(x):
    match x:
        case [*_]:
            return "sequence"
        case str():
            return "str"
        case bytes():
            return "bytes"
        case _:
            return "no"

print([f(v) for v in ["ab", b"ab", [1], (1,), range(3), {1: 2}, {1}, iter([1])]])
