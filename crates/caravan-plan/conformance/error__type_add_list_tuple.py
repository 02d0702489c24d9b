# A list plus a tuple.
xs = [1]
xs += (2,)
print(xs)
print(xs + (3,))
