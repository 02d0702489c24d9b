# NaN and infinity.
from decimal import Decimal
inf, nan = Decimal("Infinity"), Decimal("NaN")
print(inf, -inf, nan, inf > 10 ** 10, nan == nan, nan.is_nan(), inf.is_infinite(), Decimal("5").is_finite(), inf + 1, Decimal("1").is_zero())
print(Decimal("-0"), Decimal("-0") == 0, Decimal("0.0"), repr(inf))
