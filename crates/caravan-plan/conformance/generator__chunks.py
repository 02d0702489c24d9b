# Splitting a list into chunks.
def chunks(xs, size):
    for i in range(0, len(xs), size):
        yield xs[i:i + size]

print(list(chunks([1, 2, 3, 4, 5], 2)))
print(list(chunks([], 3)))
print([len(c) for c in chunks("abcdefg", 3)])
