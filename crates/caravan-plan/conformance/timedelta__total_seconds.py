# total_seconds and its parts.
from datetime import timedelta
t = timedelta(days=1, hours=2, minutes=3, seconds=4)
print(t.total_seconds(), t.total_seconds() / 3600, int(t.total_seconds() // 60), t.days * 24 + t.seconds // 3600)
h, rest = divmod(int(t.total_seconds()), 3600)
print(f"{h}h {rest // 60}m {rest % 60}s", timedelta(seconds=t.total_seconds()) == t)
