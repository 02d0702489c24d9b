# Formatting and parsing back.
from datetime import datetime
d = datetime(2024, 7, 4, 16, 45, 12, 345678)
for f in ["%Y-%m-%dT%H:%M:%S.%f", "%c", "%d %b %Y %I:%M:%S %p"]:
    s = d.strftime(f)
    print(s, datetime.strptime(s, f), datetime.strptime(s, f) == d)
print(datetime.fromisoformat(d.isoformat()) == d)
