# Free slots between meetings.
from datetime import datetime, timedelta
day = datetime(2024, 5, 15)
busy = [(day + timedelta(hours=a), day + timedelta(hours=b)) for a, b in [(9, 10), (13, 14.5), (10, 11)]]
cursor, end = day.replace(hour=8), day.replace(hour=17)
for s, e in sorted(busy):
    if s > cursor:
        print(cursor.strftime("%H:%M"), "-", s.strftime("%H:%M"), s - cursor)
    cursor = max(cursor, e)
print(cursor.strftime("%H:%M"), "-", end.strftime("%H:%M"), end - cursor)
