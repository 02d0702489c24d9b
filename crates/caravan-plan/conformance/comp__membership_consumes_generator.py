# in on a generator stops where it finds the value.
g = (n for n in range(10))
print(3 in g)
print(next(g))
print(2 in g)
print(list(g))
