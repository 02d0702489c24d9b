# int and float mix into float.
print(1 + 1.0, 2 * 1.5, 7 // 2.0)
print(7 % 2.5, 1 == 1.0, 3 - 3.0)
print(2 ** 2.0, 6 / 3)
print(type(1 + 1.0) is float, type(6 / 3) is float, type(6 // 3) is int)
print(type(True + 1.0) is float)
print(10 ** 20 + 1 == 1e20, 2 ** 53 + 1 == 2.0 ** 53, 2 ** 53 == 2.0 ** 53)
