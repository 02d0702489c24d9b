# True division, floor division and modulo of big integers.
a, b = 10 ** 40 + 3, 10 ** 20 + 1
print(a // b, a % b, -a // b, -a % b, divmod(a, -b))
print(a / b, (10 ** 400) // (10 ** 398), 10 ** 400 / 10 ** 399)
print(int("9" * 40) + 1)
