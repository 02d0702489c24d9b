# zip_longest.
from itertools import zip_longest
print(list(zip_longest([1, 2, 3], "a")), list(zip_longest([1], "ab", fillvalue="-")), list(zip_longest()))
for a, b in zip_longest(["x"], ["y", "z"], fillvalue=""):
    print(repr(a), repr(b))
