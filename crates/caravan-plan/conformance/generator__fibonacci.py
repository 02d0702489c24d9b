# A generator with two state variables.
def fib(limit):
    a, b = 0, 1
    while a < limit:
        yield a
        a, b = b, a + b

print(list(fib(60)))
print(max(fib(1000)), sum(n for n in fib(1000) if n % 2 == 0))
