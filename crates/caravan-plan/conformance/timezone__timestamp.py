# timestamp and fromtimestamp with a zone.
from datetime import datetime, timezone, timedelta
d = datetime(2024, 1, 1, tzinfo=timezone.utc)
print(d.timestamp(), datetime.fromtimestamp(0, timezone.utc), datetime.fromtimestamp(1704067200.5, tz=timezone.utc))
print(datetime.fromtimestamp(86400, tz=timezone(timedelta(hours=-1))), datetime.fromtimestamp(d.timestamp(), timezone.utc) == d)
print(int(d.timestamp()) // 86400, datetime(1969, 12, 31, tzinfo=timezone.utc).timestamp())
