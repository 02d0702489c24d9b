# type() of results.
for v in [1, 1.0, True, 1 / 1, 1 // 1, 1 // 1.0, 2 ** 3, 2 ** -1, 2 ** 0.5, round(1.5), abs(-1.0), divmod(5, 2)]:
    print(type(v), end=" ")
print()
print(type(2 ** 100), type(3 % 2.0))
