# Signed numbers and joined string literals as patterns.
def f(x):
    match x:
        case -1.5:
            return "minus one and a half"
        case "ab" "cd":
            return "abcd"
        case b"raw":
            return "bytes"
        case -3:
            return "minus three"
        case _:
            return "?"

print(f(-1.5), f("abcd"), f(b"raw"), f(-3), f(7))
