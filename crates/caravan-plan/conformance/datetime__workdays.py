# Counting working days.
from datetime import date, timedelta

def workdays(a, b):
    n = 0
    while a < b:
        if a.weekday() < 5:
            n += 1
        a += timedelta(days=1)
    return n

print(workdays(date(2024, 5, 1), date(2024, 5, 15)), workdays(date(2024, 5, 4), date(2024, 5, 6)), workdays(date(2024, 5, 2), date(2024, 5, 1)))
