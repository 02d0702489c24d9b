# *args gathers extra positional arguments into a tuple.
def f(first, *rest):
    return first, rest

print(f(1))
print(f(1, 2, 3))
print(f(*[4, 5]))
print(f(*"ab", *range(2)))
