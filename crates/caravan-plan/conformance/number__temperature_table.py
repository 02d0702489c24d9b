# A small table of computed floats.
for c in range(-40, 101, 35):
    f = c * 9 / 5 + 32
    print(c, f, round((f - 32) * 5 / 9))
    print(f"{f:6.1f}")
