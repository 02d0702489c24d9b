# Fixed-offset zones and conversion.
from datetime import datetime, timezone, timedelta
utc = datetime(2024, 1, 1, 23, 30, tzinfo=timezone.utc)
est = timezone(timedelta(hours=-5))
ist = timezone(timedelta(hours=5, minutes=30), "IST")
print(utc, utc.astimezone(est), utc.astimezone(ist), repr(utc))
print(est, ist, timezone.utc, repr(est), utc.utcoffset(), utc.astimezone(est).tzname(), utc.tzname())
print(utc == utc.astimezone(est), utc.astimezone(est).date(), utc.astimezone(ist).date())
