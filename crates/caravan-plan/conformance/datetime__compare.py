# Ordering of dates and datetimes.
from datetime import datetime, date
a, b = datetime(2024, 1, 1), datetime(2024, 1, 1, 0, 1)
print(a < b, a == datetime(2024, 1, 1), max(a, b), sorted([b, a]), a != b, date(2024, 1, 2) > date(2024, 1, 1))
print(a == date(2024, 1, 1), date(2024, 1, 1) == a.date(), a in [b, a], {a: 1}[datetime(2024, 1, 1)])
try:
    a < date(2024, 1, 1)
except TypeError:
    print("not comparable")
