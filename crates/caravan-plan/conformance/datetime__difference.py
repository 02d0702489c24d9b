# Subtracting two datetimes gives a timedelta.
from datetime import datetime, date
a, b = datetime(2024, 3, 1, 12), datetime(2024, 2, 28, 10, 30)
print(a - b, b - a, (a - b).days, (a - b).seconds, (a - b).total_seconds(), repr(a - b))
print(date(2024, 3, 1) - date(2023, 3, 1), (date(2024, 12, 25) - date(2024, 12, 1)).days, a - a, repr(a - a))
