def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


for i in range(N // 100):
    fib(8)
print(fib(8))
