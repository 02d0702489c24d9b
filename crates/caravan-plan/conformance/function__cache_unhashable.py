# cache needs hashable arguments.
from functools import cache

@cache
def total(xs):
    return sum(xs)

print(total((1, 2, 3)))
try:
    total([1, 2, 3])
except TypeError as e:
    print(e)
