# A tuple on the right is unpacked into names on the left.
a, b = 1, 2
print(a, b)
(c, d) = (3, 4)
print(c, d)
[e, f] = "xy"
print(e, f)
