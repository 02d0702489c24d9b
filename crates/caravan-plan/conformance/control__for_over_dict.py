# Iterating over a dict, its values and its items.
d = {"b": 2, "a": 1}
for k in d:
    print(k)
for v in d.values():
    print(v)
for k, v in d.items():
    print(k, v)
