# calendar: month lengths and leap years.
import calendar
print(calendar.monthrange(2024, 2)[1], calendar.monthrange(2023, 12)[1], calendar.isleap(2024), calendar.isleap(1900))
print(list(calendar.day_name)[:2], calendar.month_name[3], calendar.month_abbr[12], calendar.weekday(2024, 5, 15))
print(len(list(calendar.day_abbr)), calendar.month_name[0] == "")
