# fsum and prod.
import math
print(math.fsum([0.1] * 10), math.prod([1, 2, 3, 4]), math.prod([]), math.prod([2, 0.5]), math.prod([1, 2], start=10), math.fsum([]))
print(math.fsum([1e16, 1, -1e16]), math.prod(range(1, 21)))
print(math.prod([True, 3]))
