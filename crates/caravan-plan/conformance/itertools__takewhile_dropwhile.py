# takewhile, dropwhile and filterfalse.
from itertools import takewhile, dropwhile, filterfalse
xs = [1, 3, 5, 2, 7]
print(list(takewhile(lambda x: x % 2, xs)), list(dropwhile(lambda x: x % 2, xs)), list(filterfalse(lambda x: x % 2, xs)), list(filterfalse(None, [0, 1])))
print(list(takewhile(bool, [])), list(dropwhile(lambda l: not l.startswith("#"), ["a", "# h", "b"])))
