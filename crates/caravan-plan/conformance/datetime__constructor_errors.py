# Values out of range.
from datetime import datetime, date
for f in [lambda: date(2024, 1, 0), lambda: date(2024, 6, 0), lambda: datetime(2024, 1, 1, 24), lambda: datetime(2024, 1, 1, 0, 60)]:
    try:
        f()
    except ValueError:
        print("ValueError")
try:
    date(2023, 2, 29)
except ValueError as e:
    print("day is out of range" in str(e) or "must be in range" in str(e))
try:
    date(2024, 13, 1)
except ValueError as e:
    print("month must be in 1..12" in str(e))
