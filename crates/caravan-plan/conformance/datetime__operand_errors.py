# Operations that dates do not have.
from datetime import datetime, date, timedelta
for f in [lambda: date(2024, 1, 1) + 1, lambda: date(2024, 1, 1) + date(2024, 1, 1), lambda: datetime(2024, 1, 1) - "x", lambda: timedelta(1) + date, lambda: timedelta(1) + None]:
    try:
        f()
    except TypeError as e:
        print(str(e).replace("type object", "type"))
