# When unpacking fails, no target of that level is bound.
a, b = "old", "old"
try:
    a, b = 1, 2, 3
except ValueError:
    pass
print(a, b)
