# pop with an index out of range.
xs = [1, 2]
xs.pop(1)
print(xs)
xs.pop(1)
