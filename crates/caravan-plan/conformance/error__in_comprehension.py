# An exception inside a comprehension.
rows = [{"n": 1}, {"m": 2}]
print([r.get("n") for r in rows])
print([r["n"] for r in rows])
print("never")
