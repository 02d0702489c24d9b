# separators.
import json
d = {"a": [1, 2], "b": None}
print(json.dumps(d, separators=(",", ":")))
print(json.dumps(d, separators=("; ", " = ")))
print(json.dumps(d, indent=1, separators=(",", ":")))
