# Builtins applied to the user's own literals leave them trusted.
#! case precision
#! child child = "done"
#! all label a data=trusted control=trusted bits<=0
#! all label b data=trusted control=trusted bits<=0
#! all label c data=trusted control=trusted bits<=0
#! all label d data=trusted control=trusted bits<=0
#! all label e data=trusted control=trusted bits<=0
#! all gate child#1 allow bits<=0
import json
from datetime import date
a = str("US13")
b = sorted({"b": 1, "a": 2})[0]
c = len("abc") + int("4")
d = date(2026, 11, 30).isoformat()
e = json.dumps({"k": [1, 2.5, None]})
child(f"Transfer to {a}: {b} {c} {d} {e}")
