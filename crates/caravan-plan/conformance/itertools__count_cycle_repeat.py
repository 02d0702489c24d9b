# count, cycle and repeat.
from itertools import count, cycle, repeat, islice
print(list(islice(count(), 3)), list(islice(count(5, 2), 3)), list(islice(cycle("ab"), 5)), list(repeat("x", 3)))
for i, who in zip(range(4), cycle(["ann", "bob"])):
    print(i, who)
c = count(1)
print(next(c), next(c), list(map(pow, [2, 3], repeat(2))))
