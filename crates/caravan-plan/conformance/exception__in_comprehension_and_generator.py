# Exceptions from inside lazily evaluated parts.
g = (1 // x for x in [1, 0])
print(next(g))
try:
    next(g)
except ZeroDivisionError as e:
    print(e)
try:
    list(map(int, ["1", "b"]))
except ValueError as e:
    print(e)
