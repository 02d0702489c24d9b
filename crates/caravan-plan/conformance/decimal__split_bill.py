# Sharing cents fairly.
from decimal import Decimal

def split(total, n):
    cents = int(Decimal(total) * 100)
    base, extra = divmod(cents, n)
    return [Decimal(base + (i < extra)) / 100 for i in range(n)]

parts = split("10.00", 3)
print(parts, sum(parts), [str(p) for p in split("0.05", 2)])
