# quantize with several roundings.
from decimal import Decimal, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN, ROUND_UP, ROUND_FLOOR, ROUND_CEILING
cent = Decimal("0.01")
for v in ["2.345", "2.355", "-2.345", "1", "0.001"]:
    d = Decimal(v)
    print(v, *[d.quantize(cent, rounding=r) for r in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN, ROUND_UP, ROUND_FLOOR, ROUND_CEILING)])
print(Decimal("123.456").quantize(Decimal("1")), Decimal("123.456").quantize(Decimal("0.1")), Decimal("5").quantize(Decimal("0.00")))
