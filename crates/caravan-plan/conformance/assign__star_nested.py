# A starred name inside a nested target.
a, (b, *c), *d = 1, "hello", 2, 3
print(a, b, c, d)
[(x, *y)] = [{"k": 1, "l": 2, "m": 3}]
print(x, y)
