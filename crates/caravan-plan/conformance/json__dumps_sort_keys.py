# sort_keys.
import json
print(json.dumps({"b": 1, "a": {"d": 1, "c": 2}}, sort_keys=True))
print(json.dumps({2: "x", 10: "y", 1: "z"}, sort_keys=True))
try:
    json.dumps({"a": 1, 2: 3}, sort_keys=True)
except TypeError as e:
    print(e)
