# Chained targets are assigned from left to right.
xs = [0, 0, 0]
i = xs[i] = 1
print(i, xs)
i = 0
i, xs[i] = 2, "set"
print(i, xs)
