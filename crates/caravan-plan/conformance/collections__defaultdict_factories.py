# Factories: set, lambda, nested, and none.
from collections import defaultdict
s = defaultdict(set)
s["k"].add(1)
print(s, defaultdict(str)["x"] == "", defaultdict(float)["x"], defaultdict(lambda: "dflt")["x"])
tree = defaultdict(lambda: defaultdict(int))
tree["a"]["x"] += 5
print({k: dict(v) for k, v in tree.items()}, defaultdict(None, {"a": 1})["a"])
try:
    defaultdict()["missing"]
except KeyError as e:
    print("KeyError", e)
