# str of timedeltas.
from datetime import timedelta
for t in [timedelta(seconds=5), timedelta(minutes=61), timedelta(days=1), timedelta(days=2, hours=3), timedelta(days=-1), timedelta(hours=-1), timedelta(microseconds=1), timedelta(seconds=1.5), timedelta(days=1000)]:
    print(t)
print(str(timedelta(hours=10)).zfill(8))
