# timedelta normalises its arguments.
from datetime import timedelta
t = timedelta(days=1, hours=25, minutes=61, seconds=3661)
print(t, repr(t), t.days, t.seconds, t.microseconds)
print(timedelta(), timedelta(weeks=2), timedelta(milliseconds=1500), timedelta(hours=1.5), timedelta(seconds=-1), timedelta(1, 2, 3))
print(repr(timedelta(seconds=-1)), repr(timedelta()), repr(timedelta(microseconds=5)), timedelta(minutes=90) == timedelta(hours=1.5))
