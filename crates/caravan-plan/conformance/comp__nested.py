# A comprehension inside a comprehension.
m = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in m] for i in range(3)])
print([[0] * 2 for _ in range(2)])
print([sum(x * y for x, y in zip(r, r)) for r in m])
