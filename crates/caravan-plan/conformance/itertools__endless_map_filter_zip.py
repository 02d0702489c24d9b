# `map`, `filter`, `zip`, `enumerate`, `chain` and `accumulate` of endless iterators.
import itertools
from itertools import accumulate, chain, count, cycle, islice, repeat

print(list(islice(map(lambda n: n * n, count()), 4)))
print(list(islice(filter(lambda n: n % 2, count()), 4)))
print(list(islice(zip(count(), count(10)), 2)))
print(list(islice(enumerate(count(5), start=1), 3)))
print(list(islice(chain([9], count()), 3)))
print(list(islice(accumulate(count(1)), 5)))
print(list(islice(accumulate(repeat(2), lambda a, b: a * b), 4)))
print(list(map(lambda a, b: a + b, [1, 2, 3], count())))
print(list(map(lambda n, c: c * n, count(1), "ab")))
print(list(itertools.islice(map(max, itertools.count(), cycle([3, 0])), 5)))
