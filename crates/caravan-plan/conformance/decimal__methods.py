# normalize, to_integral_value, as_tuple, sqrt.
from decimal import Decimal, ROUND_UP
print(Decimal("1.500").normalize(), Decimal("100").normalize(), Decimal("2.7").to_integral_value(), Decimal("2.1").to_integral_value(rounding=ROUND_UP))
print(Decimal("-1.23").as_tuple().exponent, Decimal("-1.23").as_tuple().digits, Decimal("2").sqrt(), Decimal("9").sqrt(), Decimal("1.5").as_integer_ratio(), Decimal("12.5").copy_abs())
print(divmod(Decimal("7.5"), 2), Decimal("1.1").max(Decimal("2")), Decimal("3.14159").adjusted())
