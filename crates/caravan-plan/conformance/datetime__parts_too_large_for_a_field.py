# Parts of dates that fit no field: near by ValueError, far by OverflowError.
from datetime import date, datetime, time
for make in [
    lambda: date(2**31, 1, 1),
    lambda: date(-2**31 - 1, 1, 1),
    lambda: date(2**70, 1, 1),
    lambda: date(10000, 1, 1),
    lambda: datetime(2024, 1, 2**40),
    lambda: time(2**31),
    lambda: time(25),
]:
    try:
        print(make())
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, "signed" in str(e), "C long" in str(e))
