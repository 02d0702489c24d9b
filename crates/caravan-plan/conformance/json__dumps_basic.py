# dumps of every JSON type.
import json
print(json.dumps({"a": 1, "b": [1.5, None, True, False, "x"], "c": {}}))
print(json.dumps([]), json.dumps("s"), json.dumps(5))
print(json.dumps(None), json.dumps(1.0), json.dumps(True))
print(json.dumps((1, 2)), json.dumps([[]]))
