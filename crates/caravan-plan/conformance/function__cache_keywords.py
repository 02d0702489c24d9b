# cache tells positional calls from keyword calls, and remembers both.
from functools import cache

calls = []

@cache
def f(a, b=2):
    calls.append((a, b))
    return a + b

print(f(1), f(1), f(1, b=3), f(1, b=3), len(calls))
