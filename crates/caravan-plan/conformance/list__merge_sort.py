# A recursive merge sort.
def merge_sort(xs):
    if len(xs) < 2:
        return xs
    mid = len(xs) // 2
    a, b = merge_sort(xs[:mid]), merge_sort(xs[mid:])
    out = []
    while a and b:
        out.append(a.pop(0) if a[0] <= b[0] else b.pop(0))
    return out + a + b

print(merge_sort([5, 2, 9, 1, 5, 6, 0]), merge_sort([]), merge_sort(["b", "a"]))
