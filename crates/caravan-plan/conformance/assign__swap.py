# The right side is built before any name is bound, so a swap works.
a, b = 1, 2
a, b = b, a
print(a, b)
x, y, z = 1, 2, 3
x, y, z = z, x, y
print(x, y, z)
