# object() makes distinct sentinels.
a, b = object(), object()
print(a == b, a is a, a == a, isinstance(a, object), len({a, b}), bool(a))
MISSING = object()
d = {"k": None}
print(d.get("k", MISSING) is MISSING, d.get("z", MISSING) is MISSING)
