# A positional-only argument given by name.
def scale(x, /, factor=2):
    return x * factor

print(scale(3, factor=3))
scale(x=3)
