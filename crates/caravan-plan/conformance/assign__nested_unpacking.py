# Targets nest as deeply as the value does.
(a, (b, [c, d])), e = (1, (2, [3, 4])), 5
print(a, b, c, d, e)
for (name, (low, high)) in [("x", (1, 2)), ("y", (3, 4))]:
    print(name, low, high)
