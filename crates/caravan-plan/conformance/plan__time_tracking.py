# Hours worked from clock-in records.
from datetime import datetime, timedelta
records = [("ann", "08:55", "12:10"), ("bob", "09:00", "17:30"), ("ann", "13:00", "17:15")]
worked = {}
for who, start, end in records:
    a, b = (datetime.strptime(t, "%H:%M") for t in (start, end))
    worked[who] = worked.get(who, timedelta()) + (b - a)
for who, t in worked.items():
    hours = t.total_seconds() / 3600
    print(f"{who}: {t} = {hours:.2f}h", "overtime" if hours > 8 else "")
print(sum(worked.values(), timedelta()))
