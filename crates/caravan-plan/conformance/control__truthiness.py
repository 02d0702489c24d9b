# Which values count as false.
for v in [0, 0.0, "", [], (), {}, set(), None, False, range(0), b""]:
    print(bool(v), end=" ")
print()
for v in [1, -1, 0.1, " ", [0], (None,), {0: 0}, {0}, True, range(1), b"0"]:
    print(bool(v), end=" ")
print()
