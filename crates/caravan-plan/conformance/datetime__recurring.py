# Weekly repetitions until a date.
from datetime import datetime, timedelta
start, until = datetime(2024, 2, 20, 10, 0), datetime(2024, 3, 13)
out = []
while start < until:
    out.append(start)
    start += timedelta(weeks=1)
print([f"{d:%b %d}" for d in out], len(out), out[-1] - out[0])
