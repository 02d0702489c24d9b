# isoformat with microseconds, separators and precision.
from datetime import datetime
d = datetime(2024, 3, 5, 14, 7, 9)
print(d.isoformat(), d.isoformat(" "), d.isoformat(sep="_"), d.isoformat(timespec="minutes"), d.isoformat(timespec="milliseconds"))
e = d.replace(microsecond=120)
print(e.isoformat(), e, e.isoformat(timespec="seconds"), e.isoformat(timespec="hours"))
