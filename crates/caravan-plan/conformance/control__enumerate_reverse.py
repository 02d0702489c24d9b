# Walking a list backwards with its indices.
xs = ["a", "b", "c"]
for i in range(len(xs) - 1, -1, -1):
    print(i, xs[i])
for i, x in reversed(list(enumerate(xs))):
    print(i, x)
