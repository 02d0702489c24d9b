# Returning several values returns a tuple.
def stats(xs):
    return min(xs), max(xs), sum(xs) / len(xs)

low, high, mean = stats([3, 1, 2])
print(low, high, mean)
print(stats([5]))
