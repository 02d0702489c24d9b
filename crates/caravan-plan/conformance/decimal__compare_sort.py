# Comparing and sorting decimals.
from decimal import Decimal
ds = [Decimal("2.5"), Decimal("-1"), Decimal("2.49")]
print(sorted(ds), max(ds), Decimal("1.0") in [1], Decimal("2") > 1, Decimal("2") < 2.5, {Decimal("1.0"): "x"}[1], bool(Decimal("0.00")))
print(len({Decimal("1.0"), Decimal("1.00"), 1}))
