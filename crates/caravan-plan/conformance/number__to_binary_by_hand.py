# Base conversion with divmod.
def to_base(n, b):
    if n == 0:
        return "0"
    out = ""
    while n:
        n, r = divmod(n, b)
        out = "0123456789abcdef"[r] + out
    return out

print(to_base(10, 2), to_base(255, 16), to_base(0, 7), to_base(100, 3))
