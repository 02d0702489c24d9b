# Leap days.
from datetime import date, timedelta
for y in (1900, 2000, 2023, 2024, 2100):
    print(y, (date(y + 1, 1, 1) - date(y, 1, 1)).days, date(y, 2, 28) + timedelta(days=1))
    print(date(y, 12, 31).strftime("%j"))
