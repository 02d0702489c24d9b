# Booleans are integers.
print(True + True, True * 5, sum([True, False, True]))
print(-True, True / 2, True // 2)
print(True == 1, False == 0, True > False)
print(isinstance(True, int), [10, 20][True])
print(True & False, True | False, True ^ True)
print(type(True & True) is bool, type(True + 0) is int, True & 3)
