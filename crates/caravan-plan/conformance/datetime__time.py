# time objects.
from datetime import time
t = time(9, 5)
print(t, repr(t), t.hour, t.minute, t.second, time(23, 59, 59, 1), time(), t.isoformat(), time(1, 2, 3).strftime("%H-%M"))
print(time(9) < time(10), t.replace(minute=30), time.fromisoformat("04:05:06"), time.fromisoformat("04:05"))
print(sorted([time(12), time(8, 30), time(8)]))
