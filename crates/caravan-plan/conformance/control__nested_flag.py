# Leaving two loops with a flag.
grid = [[1, 2], [3, 4], [5, 6]]
target = 4
position = None
for r, row in enumerate(grid):
    for c, v in enumerate(row):
        if v == target:
            position = (r, c)
            break
    if position is not None:
        break
print(position)
