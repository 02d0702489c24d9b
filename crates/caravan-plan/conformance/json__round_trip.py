# What a round trip changes.
import json
v = {"t": (1, 2), 1: "int key", "n": None, "f": 1.0, "u": "é"}
w = json.loads(json.dumps(v))
print(w, w == v)
print(json.loads(json.dumps([1, "a", None, {"k": [True]}])) == [1, "a", None, {"k": [True]}])
