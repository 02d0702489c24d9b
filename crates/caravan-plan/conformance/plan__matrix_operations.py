# Small matrices as lists of lists.
a = [[1, 2], [3, 4]]
b = [[0, 1], [1, 0]]
product = [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]
transpose = [list(col) for col in zip(*a)]
identity = [[int(i == j) for j in range(3)] for i in range(3)]
print(product, transpose, identity)
print(a[0][0] * a[1][1] - a[0][1] * a[1][0], sum(map(sum, a)), max(max(r) for r in a))
