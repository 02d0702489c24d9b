# The next Friday.
from datetime import date, timedelta

def next_weekday(d, wd):
    return d + timedelta(days=(wd - d.weekday() - 1) % 7 + 1)

for day in (13, 16, 17, 18):
    d = date(2024, 5, day)
    print(d, f"{d:%a}", next_weekday(d, 4))
