# Bit operators on negative and big integers.
print(5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 10, 1024 >> 3, -5 >> 1, -5 & 0xFF, -1 ^ 7)
print(1 << 100, (1 << 100) >> 98, ~(2 ** 70), (2 ** 70) & (2 ** 70 - 1), -(2 ** 70) | 1)
try:
    1 << -1
except ValueError as e:
    print(e)
