# Comparing, sorting and hashing durations.
from datetime import timedelta
ts = [timedelta(days=1), timedelta(hours=3), timedelta(minutes=200), timedelta(hours=24)]
print([str(t) for t in sorted(ts)], ts[0] == ts[3], len(set(ts)), max(ts), timedelta(hours=1) in [timedelta(minutes=60)])
print(timedelta(0) == 0, timedelta(1) != 1)
