# The iterators are consumed once; generators go on where they stopped.
from itertools import chain, islice, takewhile, count
c = chain([1], [2])
print(list(c), list(c))

def squares():
    for n in count(1):
        yield n * n

found = squares()
print(list(takewhile(lambda s: s < 30, found)), next(found), list(islice(found, 2)))
