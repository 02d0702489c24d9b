# indent puts one item on each line.
import json
print(json.dumps({"a": [1, {"b": 2}], "e": [], "o": {}}, indent=2))
print(json.dumps([1, [2]], indent=4))
print(json.dumps({"x": 1}, indent="--"), json.dumps([1], indent=0))
