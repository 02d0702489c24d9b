# Exact integers from large floats.
print(int(1e22), int(1e23), int(2.0 ** 80))
print(int(-1e16) - 1, int(1.5e10))
print(float(2 ** 63), float(2 ** 53 + 1), int(float(2 ** 53 + 1)))
print(0.1 * 3, 1.1 + 2.2, 3 * 1.1)
print(0.1 * 10, 1 - 0.9)
