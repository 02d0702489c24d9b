# lru_cache calls the function once for each argument.
from functools import lru_cache

calls = []

@lru_cache(maxsize=None)
def square(n):
    calls.append(n)
    return n * n

print(square(3), square(3), square(4), square(3))
print(calls)
