# reduce with and without a start.
from functools import reduce
print(reduce(lambda a, b: a + b, [1, 2, 3]), reduce(lambda a, b: a * b, [], 1), reduce(max, [3, 9, 2]), reduce(lambda a, b: b + a, "abc"), reduce(lambda a, b: a - b, [10, 1], 100))
print(reduce(lambda d, kv: {**d, kv[0]: kv[1]}, [("a", 1), ("b", 2)], {}))
try:
    reduce(lambda a, b: a, [])
except TypeError as e:
    print(e)
