# Generator expressions over endless iterators are read only as far as somebody asks.
from itertools import count, cycle, islice, takewhile

squares = (n * n for n in count())
print(next(squares), next(squares), next(squares))
print(list(islice((n for n in count() if n % 3 == 0), 4)))
print(list(takewhile(lambda n: n < 20, (n * n for n in count(1)))))
print(list(zip((n + 1 for n in count()), "abc")))
print(list(islice(((i, c.upper()) for i, c in enumerate(cycle("xy"))), 3)))
print(any(n > 5 for n in count()))
evens = (n for n in count() if n % 2 == 0)
doubled = (n * 2 for n in evens)
print([next(doubled) for _ in range(3)])
