# groupby groups neighbours.
from itertools import groupby
print([(k, list(g)) for k, g in groupby("aabbbca")], [(k, len(list(g))) for k, g in groupby([1, 1, 2])])
rows = [("x", 1), ("y", 2), ("x", 3)]
for k, g in groupby(sorted(rows), key=lambda r: r[0]):
    print(k, [v for _, v in g])
print([k for k, _ in groupby([1, 2, 4, 3, 5], key=lambda n: n % 2 == 0)])
