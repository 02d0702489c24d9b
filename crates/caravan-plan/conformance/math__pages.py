# Rounding up to pages.
import math
for n, size in [(0, 10), (1, 10), (10, 10), (11, 10)]:
    print(n, math.ceil(n / size), -(-n // size), (n + size - 1) // size)
print(math.floor(7 / 2), math.ceil(-7 / 2), math.ceil(4.0))
