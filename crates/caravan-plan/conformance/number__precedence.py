# Operator precedence.
print(2 + 3 * 4, (2 + 3) * 4, 10 - 4 - 3)
print(2 * 3 % 4, -7 // 2, 1 + 2 << 3)
print(1 | 2 & 3, 5 & 3 == 3)
print(not 1 + 1, 3 < 4 == True, 2 ** -1 * 4)
print(6 // 4 * 2, 100 / 10 / 2, 1 < 2 and 3 > 2)
