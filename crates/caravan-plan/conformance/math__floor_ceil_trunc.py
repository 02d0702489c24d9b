# floor, ceil and trunc give ints.
import math
for v in [2.5, -2.5, 3, -0.2, 1e20]:
    print(math.floor(v), math.ceil(v), math.trunc(v))
for v in (math.inf, math.nan):
    try:
        math.floor(v)
    except (OverflowError, ValueError) as e:
        print(e)
