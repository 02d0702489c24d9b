# A generator expression is used up as it is read.
g = (x * x for x in range(5))
print(next(g), next(g))
print(list(g), list(g))
