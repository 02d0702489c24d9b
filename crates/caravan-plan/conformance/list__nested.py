# Nested lists.
m = [[1, 2], [3, 4], [5, 6]]
print(m[1][0], m[-1][-1], [r[0] for r in m], len(m[0]))
m[0].append(9)
m[1] = "row"
print(m)
print(list(zip(*[[1, 2], [3, 4]])), [list(c) for c in zip(*[[1, 2], [3, 4]])])
