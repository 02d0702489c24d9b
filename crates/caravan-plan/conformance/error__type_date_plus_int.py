# A date plus a number.
from datetime import date, timedelta
d = date(2024, 5, 15)
print(d + timedelta(days=1))
print(d + 1)
