# Deleting over a copied key list.
d = {"a": 1, "b": None, "c": 3, "d": None}
for k in list(d):
    if d[k] is None:
        del d[k]
print(d)
print({k: v for k, v in {"x": 0, "y": 2}.items() if v})
