# Walking months with divmod.
from datetime import date, timedelta

def add_months(d, n):
    y, m = divmod(d.year * 12 + d.month - 1 + n, 12)
    first = date(y, m + 1, 1)
    nxt = date(y + (m == 11), (m + 1) % 12 + 1, 1)
    return first.replace(day=min(d.day, (nxt - timedelta(days=1)).day))

d = date(2024, 1, 31)
print([str(add_months(d, n)) for n in (0, 1, 2, 3, 12, 13, -1, -11)])
