# Weekdays by number and by name.
from datetime import date, timedelta
names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
start = date(2024, 1, 1)
for i in range(7):
    d = start + timedelta(days=i)
    print(d, names[d.weekday()], d.strftime("%A %a"), d.isoweekday(), d.weekday() >= 5)
