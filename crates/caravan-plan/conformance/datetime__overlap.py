# Overlap of calendar events.
from datetime import datetime
fmt = "%Y-%m-%d %H:%M"
events = [("A", "2024-05-15 09:00", "2024-05-15 10:00"), ("B", "2024-05-15 09:30", "2024-05-15 11:00"), ("C", "2024-05-15 11:00", "2024-05-15 12:00")]
parsed = [(n, datetime.strptime(s, fmt), datetime.strptime(e, fmt)) for n, s, e in events]
for i, (n1, s1, e1) in enumerate(parsed):
    for n2, s2, e2 in parsed[i + 1:]:
        if s1 < e2 and s2 < e1:
            print(n1, n2, min(e1, e2) - max(s1, s2))
