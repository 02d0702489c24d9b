# fmod, modf, copysign, fabs, pow.
import math
print(math.fmod(7, 3), math.fmod(-7, 3), -7 % 3, math.modf(2.5), math.modf(-2.5), math.copysign(3, -0.0), math.fabs(-2))
print(math.pow(2, 3), math.pow(4, 0.5), math.remainder(7, 4), math.frexp(8.0), math.ldexp(0.5, 4))
print(math.ulp(1.0), math.nextafter(1.0, 2.0))
