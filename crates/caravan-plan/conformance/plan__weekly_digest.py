# Events of one week by day.
from datetime import date, timedelta

events = [("Dentist", date(2024, 5, 16)), ("Standup", date(2024, 5, 13)), ("Party", date(2024, 5, 18)), ("Old", date(2024, 5, 1)), ("Review", date(2024, 5, 16))]
today = date(2024, 5, 15)
monday = today - timedelta(days=today.weekday())
for i in range(7):
    day = monday + timedelta(days=i)
    titles = sorted(t for t, d in events if d == day)
    if titles:
        marker = " (today)" if day == today else ""
        print(f"{day:%a %d}{marker}: {', '.join(titles)}")
