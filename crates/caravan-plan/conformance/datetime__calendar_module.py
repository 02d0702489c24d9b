# calendar: lengths and names of months and days
import calendar
from calendar import MONDAY, SUNDAY, month_name, monthrange

print([monthrange(2024, month) for month in range(1, 13)])
print(monthrange(1900, 2), monthrange(2000, 2), monthrange(1, 1))
print(month_name[3], list(calendar.month_abbr), list(calendar.day_name), calendar.day_abbr[0], MONDAY, SUNDAY)
print(calendar.isleap(2024), calendar.isleap(1900), calendar.leapdays(2000, 2025), calendar.weekday(2026, 5, 1))
print(calendar.monthcalendar(2026, 2), calendar.monthcalendar(2026, 5)[-1])
_, last = calendar.monthrange(2026, 11)
print(f"{calendar.month_name[11]} has {last} days", calendar.FRIDAY)
try:
    monthrange(2024, 13)
except ValueError as e:
    print(e)
