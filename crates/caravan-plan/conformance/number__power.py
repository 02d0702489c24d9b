# ** with ints, floats and negative exponents; it binds right and before minus.
print(2 ** 10, 2 ** 0, 0 ** 0)
print(2 ** -1, (-2) ** 3, -2 ** 2)
print(2 ** 3 ** 2)
print(4 ** 0.5, 2.0 ** 3, 10 ** -2)
print((-8) ** 2, 1e3 ** 2)
print(pow(2, 5), pow(3, 4, 5), pow(2, -1))
print(pow(7, -1, 26))
