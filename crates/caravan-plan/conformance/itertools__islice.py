# islice with stop, start and step.
from itertools import islice
print(list(islice("abcdef", 2)), list(islice("abcdef", 2, 4)), list(islice("abcdef", 1, None, 2)), list(islice([], 5)))
it = iter(range(10))
print(list(islice(it, 3)), list(islice(it, 2)), next(it))
