# Days left until dates.
from datetime import date
today = date(2024, 5, 15)
due = {"rent": date(2024, 6, 1), "tax": date(2024, 5, 10), "gym": date(2024, 5, 15)}
for name, d in sorted(due.items(), key=lambda kv: kv[1]):
    left = (d - today).days
    print(name, "overdue" if left < 0 else "today" if left == 0 else f"in {left} days")
