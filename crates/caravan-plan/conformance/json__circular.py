# A circular value is refused.
import json
a = []
a.append(a)
try:
    json.dumps(a)
except ValueError as e:
    print(e)
