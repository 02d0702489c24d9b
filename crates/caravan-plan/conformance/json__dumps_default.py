# default turns other values into JSON.
import json
from datetime import date
print(json.dumps({"d": date(2024, 1, 2), "n": 1}, default=str))
print(json.dumps([{3, 1, 2}], default=sorted), json.dumps({"x": date(2024, 1, 2)}, default=lambda o: o.isoformat()))
