# Keeping a list sorted by insertion.
def insert(xs, v):
    i = 0
    while i < len(xs) and xs[i] <= v:
        i += 1
    xs.insert(i, v)

xs = []
for v in [5, 2, 8, 2, 9, 1]:
    insert(xs, v)
print(xs)
