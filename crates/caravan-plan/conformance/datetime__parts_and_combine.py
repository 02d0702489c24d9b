# date(), time(), combine, and min and max.
from datetime import datetime, date, time
d = datetime(2024, 3, 5, 14, 7, 9)
print(d.date(), d.time(), datetime.combine(date(2024, 1, 2), time(3, 4)), datetime.combine(d.date(), time.min))
print(datetime.min, date.max, time.max, datetime(2024, 1, 1).time() == time())
print(d.timetuple().tm_yday, tuple(d.timetuple())[:6])
