# defaultdict makes values on reading.
from collections import defaultdict
d = defaultdict(list)
d["a"].append(1)
d["b"]
print(d, dict(d), d.get("c"), "c" in d, len(d))
n = defaultdict(int)
for ch in "aba":
    n[ch] += 1
print(n, n["zz"], sorted(n))
