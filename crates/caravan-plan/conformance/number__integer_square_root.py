# Newton's method on big integers.
def isqrt(n):
    x = n
    y = (x + 1) // 2
    while y < x:
        x = y
        y = (x + n // x) // 2
    return x

print(isqrt(16), isqrt(99), isqrt(2 * 10 ** 40))
