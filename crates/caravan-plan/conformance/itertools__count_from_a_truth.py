# count(True) counts with integers from the first on, unless the step is another.
from itertools import count, islice
print(list(islice(count(True), 3)), list(islice(count(False), 2)), list(islice(count(True, True), 2)))
print(list(islice(count(True, 2), 3)), list(islice(count(True, 0.5), 3)))
