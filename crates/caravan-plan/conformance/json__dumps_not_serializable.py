# What JSON cannot hold.
import json
from datetime import date
for v in [{1, 2}, b"x", date(2024, 1, 1), object, 1 + 2 == 3 and len]:
    try:
        json.dumps({"v": v} if not isinstance(v, set) else v)
    except TypeError as e:
        print(str(e).split(" is ")[1])
try:
    json.dumps(date(2024, 1, 1))
except TypeError as e:
    print(e)
