# Logarithms and exponentials.
import math
print(math.log(math.e), math.log(8, 2), math.log2(8), math.log10(1000), math.exp(0), math.log(1), math.log10(10 ** 30))
print(round(math.log(10), 10), round(math.exp(1), 10), math.log1p(0), math.expm1(0))
try:
    math.log(0)
except ValueError:
    print("domain")
