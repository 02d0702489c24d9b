# A generator function without an end, through expressions, `zip`, `map` and `enumerate`.
from itertools import islice


def numbers(start=0):
    while True:
        yield start
        start += 1


print(list(islice(numbers(), 3)), next(n for n in numbers() if n > 5))
print(list(zip(numbers(), "ab")), [n for n, _ in zip(numbers(1), range(3))])
evens = (n for n in numbers() if n % 2 == 0)
print(next(evens), next(evens))
print(list(islice((n * n for n in numbers()), 3)), next(enumerate(numbers())))
pairs = zip(numbers(), numbers(10))
print(next(pairs), next(pairs))
print(list(map(lambda n, c: f"{n}{c}", numbers(), "xy")))


def take(count, iterator):
    return [item for _, item in zip(range(count), iterator)]


print(take(3, numbers(7)))
