# date objects.
from datetime import date
d = date(2024, 2, 29)
print(d, repr(d), d.year, d.month, d.day, d.isoformat(), str(d) == "2024-02-29")
print(d.weekday(), d.isoweekday(), d.isocalendar(), d.toordinal(), date.fromordinal(1), d.ctime())
print(d.replace(day=1), d.replace(year=2020), d.replace(month=12, day=31))
