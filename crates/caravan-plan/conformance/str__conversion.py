# str() of everything common.
for v in [1, 1.0, -0.5, True, None, [1, "a"], (1,), {"a": None}, {1}, b"x", range(3), 1e20, 1e-7, int, ValueError("e")]:
    print(str(v))
print(str(), str("s"))
print(str(b"ab", "utf-8"))
