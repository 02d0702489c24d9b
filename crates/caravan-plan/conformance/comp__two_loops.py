# Two fors nest from left to right.
print([(x, y) for x in range(3) for y in "ab"])
print([(x, y) for x in range(4) for y in range(x)])
print([x for row in [[1, 2], [], [3]] for x in row])
