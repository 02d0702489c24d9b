# accumulate with sums, functions and a start.
from itertools import accumulate
import operator
print(list(accumulate([1, 2, 3])), list(accumulate([3, 1, 4], max)), list(accumulate([1, 2, 3], operator.mul)), list(accumulate([1, 2], initial=10)))
print(list(accumulate("abc")), list(accumulate([])), list(accumulate([100, -5, 3], lambda a, b: a * 2 + b)))
