# A star in a sequence pattern takes the rest as a list.
def f(x):
    match x:
        case ["go", *where]:
            return ("go", where)
        case [first, *_, last]:
            return ("ends", first, last)
        case [*all_]:
            return ("all", all_)

for v in [["go"], ["go", "n", "e"], (1, 2, 3), (1, 2), [7]]:
    print(f(v))
