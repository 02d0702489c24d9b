# Dates in lists, dicts and f-strings.
from datetime import date, datetime, timedelta
d = date(2024, 1, 2)
print([d], {"when": d}, (d, datetime(2024, 1, 2, 3)), {d: 1}, [timedelta(hours=1)])
print(f"{d} {d!r} {d!s:>12} {d:%d.%m.}", str(d)[:7], "%s" % d, "{:%Y}".format(d))
