# A date's format code is strftime.
from datetime import datetime, date
d = datetime(2024, 3, 5, 14, 7, 9)
print(f"{d:%Y-%m-%d} {d:%H:%M} {d:%d %B %Y}", f"{d}", f"{date(2024, 1, 2)}", f"{d:%A}")
print(f"{date(2024, 1, 2):%d/%m/%y}", f"[{str(date(2024, 1, 2)):>12}]")
