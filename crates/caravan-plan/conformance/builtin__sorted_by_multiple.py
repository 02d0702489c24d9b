# Common sorting of records.
people = [{"n": "Bo", "a": 30}, {"n": "Al", "a": 30}, {"n": "Cy", "a": 25}]
print([p["n"] for p in sorted(people, key=lambda p: (p["a"], p["n"]))])
print([p["n"] for p in sorted(people, key=lambda p: p["a"], reverse=True)])
print(min(people, key=lambda p: p["n"])["n"], max(people, key=lambda p: p["a"])["n"])
