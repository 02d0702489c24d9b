# Grouping rows.
from collections import defaultdict
rows = [("ann", 5), ("bob", 2), ("ann", 7)]
groups = defaultdict(list)
for name, n in rows:
    groups[name].append(n)
totals = {k: sum(v) for k, v in groups.items()}
print(totals, max(totals, key=totals.get), groups == {"ann": [5, 7], "bob": [2]}, isinstance(groups, dict))
