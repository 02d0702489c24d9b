# A cached recursion is fast.
from functools import lru_cache

@lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

print(fib(80))
print([fib(i) for i in range(10)])
