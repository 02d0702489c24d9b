# Clamping and spans.
def clamp(x, low, high):
    return max(low, min(x, high))

print([clamp(v, 0, 10) for v in (-5, 5, 50, 2.5)], min(3, 1, 2), max(1, 2.0), max(2, 2.0), min(2.0, 2))
print(max([1, True]), min(0, False), max(-1, -1.5))
