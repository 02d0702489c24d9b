# A date read from untrusted text, written out again.
#! case attack
#! untrusted u = "2026-11-30"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all gate child#1 deny because=data
from datetime import datetime, timedelta
day = datetime.strptime(get_variable("u"), "%Y-%m-%d")
a = (day + timedelta(days=1)).strftime("%d.%m.%Y")
b = day.year
child(a)
