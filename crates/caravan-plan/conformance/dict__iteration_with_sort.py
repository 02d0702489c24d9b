# Sorting items by key and by value.
d = {"b": 2, "a": 3, "c": 1}
print(sorted(d), sorted(d.items()), sorted(d.items(), key=lambda kv: kv[1]))
print(dict(sorted(d.items(), key=lambda kv: -kv[1])), max(d, key=d.get), min(d.items(), key=lambda kv: kv[1]))
for i, (k, v) in enumerate(d.items()):
    print(i, k, v)
