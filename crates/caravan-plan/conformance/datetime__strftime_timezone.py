# %z and %Z of naive and aware datetimes.
from datetime import datetime, timezone, timedelta
n = datetime(2024, 1, 1, 12)
print(repr(n.strftime("%z")), repr(n.strftime("%Z")))
for tz in [timezone.utc, timezone(timedelta(hours=-5)), timezone(timedelta(hours=5, minutes=30), "IST")]:
    print(n.replace(tzinfo=tz).strftime("%H:%M %z %Z"))
