# Differences between zones count the instant.
from datetime import datetime, timezone, timedelta
a = datetime(2024, 1, 1, 12, tzinfo=timezone.utc)
b = datetime(2024, 1, 1, 12, tzinfo=timezone(timedelta(hours=2)))
print(a - b, a > b, (b + timedelta(days=1)).isoformat(), a.replace(tzinfo=None))
print(sorted([a, b])[0] is b, a.isoformat(), b.isoformat(), {a: 1}.get(b.replace(hour=14)))
