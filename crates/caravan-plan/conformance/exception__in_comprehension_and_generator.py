# Exceptions from inside comprehensions and generators.
def quotients(values):
    for x in values:
        yield 1 // x

g = quotients([1, 0])
print(next(g))
try:
    next(g)
except ZeroDivisionError as e:
    print(e)
try:
    [1 // x for x in [1, 0]]
except ZeroDivisionError as e:
    print(e)
try:
    list(map(int, ["1", "b"]))
except ValueError as e:
    print(e)
