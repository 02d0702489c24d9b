# The iterators are lazy and consumed once.
from itertools import chain, islice, takewhile, count
c = chain([1], [2])
print(list(c), list(c))
squares = (n * n for n in count(1))
print(list(takewhile(lambda s: s < 30, squares)), next(squares), list(islice(squares, 2)))
