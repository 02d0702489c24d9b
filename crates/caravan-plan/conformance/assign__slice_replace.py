# Assigning to a slice replaces that part, with any length.
a = [0, 1, 2, 3, 4]
a[1:3] = ["x", "y", "z"]
print(a)
a[1:4] = []
print(a)
a[1:1] = [7, 8]
print(a)
a[:] = "hi"
print(a)
