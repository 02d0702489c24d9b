# pairwise, starmap and compress.
from itertools import pairwise, starmap, compress
print(list(pairwise([1, 4, 9])), list(pairwise("a")), list(starmap(pow, [(2, 3), (3, 2)])))
print(list(compress("abc", [1, 0, True])))
print([b - a for a, b in pairwise([1, 4, 9, 16])], list(starmap(lambda n, v: f"{n}={v}", {"a": 1}.items())))
