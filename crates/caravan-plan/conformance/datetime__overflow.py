# Dates outside the calendar.
from datetime import date, timedelta, datetime
for f in [lambda: date.max + timedelta(days=1), lambda: date.min - timedelta(days=1), lambda: datetime.max + timedelta(seconds=1)]:
    try:
        f()
    except OverflowError as e:
        print(e)
