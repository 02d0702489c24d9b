# Searching a sorted list by halves.
def search(xs, v):
    lo, hi = 0, len(xs)
    while lo < hi:
        mid = (lo + hi) // 2
        if xs[mid] < v:
            lo = mid + 1
        else:
            hi = mid
    return lo if lo < len(xs) and xs[lo] == v else -1

xs = [1, 3, 5, 7, 9, 11]
print([search(xs, v) for v in (1, 7, 11, 4, 100)])
