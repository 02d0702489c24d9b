# Tuples compare item by item.
print((1, 2) < (1, 3), (1, "a") < (2, "A"), () < (0,))
print((1, 2) == (1, 2), (1, 2) == [1, 2], (1,) < (1, 0))
print(sorted([(2, "a"), (1, "b"), (1, "a")]), max((1, 9), (2, 0)))
print((1, 2) != (2, 1))
