# An augmented assignment to a subscript reads and writes once.
counts = {"a": 1}
counts["a"] += 10
print(counts)
grid = [[0, 0], [0, 0]]
grid[1][0] += 7
grid[-1][-1] -= 2
print(grid)
calls = []

def where():
    calls.append("where")
    return 0

xs = [5]
xs[where()] *= 3
print(xs, calls)
