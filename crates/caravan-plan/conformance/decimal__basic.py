# Exact decimal arithmetic.
from decimal import Decimal
print(Decimal("0.1") + Decimal("0.2"), Decimal("1.10") * 3, Decimal("10") / 3, Decimal("5") // 2, Decimal("-7") % 3, Decimal("2") ** 10, -Decimal("1.5"))
print(Decimal("1.20") == Decimal("1.2"), Decimal("1.20"), Decimal(5), repr(Decimal("0.50")), abs(Decimal("-3.0")), Decimal("1") / Decimal("8"))
print(Decimal("0.1") + 1, 2 - Decimal("0.5"), sum([Decimal("0.10")] * 3))
