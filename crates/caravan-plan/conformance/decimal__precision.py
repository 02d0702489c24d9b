# Twenty-eight significant digits by default.
from decimal import Decimal
print(Decimal(1) / Decimal(7), Decimal(10) / 3, Decimal("1e20") / 3)
print(Decimal("12345678901234567890.123456789") + Decimal("0.000000000001"), Decimal(2) / 3 * 3)
print(len(str(Decimal(1) / 7)), Decimal("0.1") ** 3)
