# Grouping rows with setdefault.
rows = [("fruit", "apple"), ("veg", "kale"), ("fruit", "fig")]
groups = {}
for kind, name in rows:
    groups.setdefault(kind, []).append(name)
print(groups, {k: len(v) for k, v in groups.items()})
