# zip stops at the shortest; it is an iterator.
z = zip([1, 2, 3], "ab")
print(list(z), list(z))
print(list(zip()), list(zip([1])), list(zip([1, 2], [3, 4], [5, 6])), dict(zip("ab", range(2))))
print([a + b for a, b in zip([1, 2], [10, 20])], list(zip(*[(1, "a"), (2, "b")])))
