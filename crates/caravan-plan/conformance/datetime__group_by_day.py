# Grouping timestamps by day and hour.
from datetime import datetime
stamps = ["2024-05-15T09:00:00", "2024-05-15T17:45:00", "2024-05-16T08:30:00"]
by_day = {}
for s in stamps:
    d = datetime.fromisoformat(s)
    by_day.setdefault(d.date(), []).append(d.strftime("%H:%M"))
print(by_day)
print({str(k): v for k, v in by_day.items()}, max(by_day), [k.isoformat() for k in by_day])
