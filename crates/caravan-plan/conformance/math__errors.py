# Bad arguments to math functions.
import math
for f in [lambda: math.sqrt("4"), lambda: math.floor("x"), lambda: math.factorial(2.5), lambda: math.gcd(1.5, 2)]:
    try:
        f()
    except TypeError as e:
        print(e)
try:
    math.exp(1000)
except OverflowError as e:
    print(e)
