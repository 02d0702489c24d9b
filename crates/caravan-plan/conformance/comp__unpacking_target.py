# Targets in comprehensions unpack, with a star too.
rows = [("ann", 1, 2), ("bob", 3)]
print([(name, rest) for name, *rest in rows])
print([i + a + b for i, (a, b) in enumerate([(1, 2), (3, 4)])])
print({k: v for k, (v, _) in {"a": (1, 2)}.items()})
