# Rotation and chunks by slices.
xs = [1, 2, 3, 4, 5]
print(xs[2:] + xs[:2])
print(xs[-1:] + xs[:-1])
print([xs[i:i + 2] for i in range(0, len(xs), 2)])
print([xs[i::2] for i in range(2)])
