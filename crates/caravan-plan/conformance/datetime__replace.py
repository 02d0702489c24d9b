# replace makes a changed copy.
from datetime import datetime
d = datetime(2024, 1, 31, 10, 20, 30)
print(d.replace(hour=0, minute=0, second=0), d.replace(year=2025, month=12), d)
try:
    d.replace(month=2)
except ValueError as e:
    print(str(e).startswith("day"))
