# Subscripts and attributes can be targets of unpacking and of loops.
d = {}
d["a"], d["b"] = 1, 2
print(d)
xs = [0, 0]
xs[1], xs[0] = 5, 6
print(xs)
for d["k"] in range(3):
    pass
print(d)
