# strptime with %z.
from datetime import datetime
for s in ["2024-01-01 10:00 +0200", "2024-01-01 10:00 -05:30", "2024-01-01 10:00 Z"]:
    d = datetime.strptime(s, "%Y-%m-%d %H:%M %z")
    print(d, d.utcoffset())
