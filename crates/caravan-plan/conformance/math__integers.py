# factorial, gcd, lcm, comb and perm.
import math
print(math.factorial(5), math.factorial(0), math.factorial(25), math.gcd(12, 18), math.gcd(), math.gcd(0, 5), math.gcd(12, 18, 27), math.lcm(4, 6), math.lcm(3, 5, 7))
print(math.comb(5, 2), math.comb(50, 25), math.perm(5, 2), math.perm(4), math.comb(2, 5), math.gcd(-12, 18))
for f in [lambda: math.factorial(-1), lambda: math.comb(-1, 2)]:
    try:
        f()
    except ValueError as e:
        print(e)
