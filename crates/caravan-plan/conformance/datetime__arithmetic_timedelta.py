# Adding and subtracting durations.
from datetime import datetime, timedelta, date
d = datetime(2024, 2, 28, 23, 30)
print(d + timedelta(hours=1), d + timedelta(days=2), d - timedelta(weeks=1), d + timedelta(minutes=-90), timedelta(days=1) + d)
print(date(2024, 12, 31) + timedelta(days=1), date(2024, 3, 1) - timedelta(days=1), date(2024, 1, 1) + timedelta(hours=30))
d += timedelta(seconds=45)
print(d)
