# A missing key that is a tuple.
grid = {(0, 0): "start"}
print(grid[0, 0])
pos = (0, 1)
print(grid[pos])
