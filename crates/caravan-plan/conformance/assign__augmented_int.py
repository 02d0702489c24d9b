# Every augmented arithmetic operator on integers.
n = 10
n += 5
print(n)
n -= 3
print(n)
n *= 4
print(n)
n //= 5
print(n)
n **= 2
print(n)
n %= 7
print(n)
n /= 2
print(n)
