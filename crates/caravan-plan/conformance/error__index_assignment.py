# Assignment past the end of a list.
xs = [0] * 3
xs[2] = 1
print(xs)
xs[3] = 1
