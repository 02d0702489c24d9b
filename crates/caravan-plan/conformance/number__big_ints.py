# Integers have no upper bound.
n = 2 ** 100
print(n, n + 1, n * n, -n, n // 3, n % 1000007, n - n)
print(123456789012345678901234567890 * 987654321, 10 ** 30 // 7, len(str(7 ** 300)))
print(n == 2.0 ** 100, n > 1e29, n.bit_length())
