# Constructing and printing datetimes.
from datetime import datetime, date, time
d = datetime(2024, 3, 5, 14, 7, 9)
print(d, repr(d), d.year, d.month, d.day, d.hour, d.minute, d.second, d.microsecond)
print(datetime(2024, 1, 1), datetime(2024, 1, 1, 9, 5), datetime(2024, 1, 1, 0, 0, 0, 500))
print(repr(datetime(2024, 1, 1)), repr(datetime(2024, 1, 1, 0, 0, 0, 5)), datetime(year=2024, month=2, day=29))
