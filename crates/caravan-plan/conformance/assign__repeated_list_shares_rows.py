# Multiplying a list repeats references, not copies.
grid = [[0] * 2] * 2
grid[0][0] = 9
print(grid)
safe = [[0] * 2 for _ in range(2)]
safe[0][0] = 9
print(safe)
