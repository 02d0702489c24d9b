# Comprehensions with methods, lookups and f-strings.
people = [{"name": "Ann", "tags": ["x", "y"]}, {"name": "Bob", "tags": []}]
print([f"{p['name']}:{len(p['tags'])}" for p in people])
print([t for p in people for t in p["tags"]])
print([p["name"] for p in people if not p["tags"]])
