# ISO weeks around the turn of the year.
from datetime import date
for d in [date(2024, 12, 30), date(2021, 1, 3), date(2024, 1, 1), date(2026, 12, 31)]:
    iso = d.isocalendar()
    print(d, iso[0], iso[1], iso[2], iso.week, d.strftime("%G-W%V-%u"))
y, w, wd = date(2024, 5, 15).isocalendar()
print(y, w, wd, date.fromisocalendar(2024, 20, 3))
