# Keys become strings.
import json
print(json.dumps({1: "a", 1.5: "b", True: "c", None: "d", "s": "e"}))
try:
    json.dumps({(1, 2): "x"})
except TypeError as e:
    print(e)
print(json.dumps({(1, 2): "x", "k": 1}, skipkeys=True))
