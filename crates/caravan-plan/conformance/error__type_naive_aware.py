# Subtracting naive and aware datetimes.
from datetime import datetime, timezone
a = datetime(2024, 1, 1, tzinfo=timezone.utc)
b = datetime(2024, 1, 2)
print(a.isoformat())
print(b - a)
