# sqrt, isqrt and cbrt.
import math
print(math.sqrt(16), math.sqrt(2), math.sqrt(0), math.isqrt(17), math.isqrt(10 ** 40), math.sqrt(10 ** 20))
try:
    math.sqrt(-1)
except ValueError:
    print("domain")
try:
    math.isqrt(-1)
except ValueError as e:
    print(e)
