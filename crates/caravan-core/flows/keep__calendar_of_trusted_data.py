# Modules that are written in the language say no more than their arguments do.
#! case precision
#! untrusted u = "yes"
#! child child = "done"
#! all gate child#* allow bits<=0
import calendar
from heapq import nlargest

u = get_variable("u")
first, last = calendar.monthrange(2026, 5)
child(f"{calendar.month_name[5]} has {last} days, {nlargest(1, [1, 3, 2])[0]}")
