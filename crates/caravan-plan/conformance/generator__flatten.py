# Flattening nested lists with a generator.
def flatten(x):
    for y in x:
        if isinstance(y, list):
            yield from flatten(y)
        else:
            yield y

print(list(flatten([1, [2, [3, [4]], []], 5])))
