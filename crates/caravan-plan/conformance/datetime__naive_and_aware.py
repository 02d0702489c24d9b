# Naive and aware datetimes do not order or subtract.
from datetime import datetime, timezone
n, a = datetime(2024, 1, 1), datetime(2024, 1, 1, tzinfo=timezone.utc)
print(n == a, n.tzinfo, a.tzinfo)
try:
    n < a
except TypeError as e:
    print(e)
try:
    a - n
except TypeError as e:
    print(e)
