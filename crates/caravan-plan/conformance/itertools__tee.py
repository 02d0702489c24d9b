# tee makes independent iterators.
from itertools import tee
a, b = tee(iter([1, 2, 3]))
print(next(a), next(a), list(b), list(a))
x, y, z = tee("ab", 3)
print(list(x), list(y), list(z))
