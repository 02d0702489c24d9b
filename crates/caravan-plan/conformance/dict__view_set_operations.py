# Key views behave like sets.
a, b = {"x": 1, "y": 2}, {"y": 3, "z": 4}
print(sorted(a.keys() & b.keys()), sorted(a.keys() | b), sorted(a.keys() - b.keys()))
print(sorted(a.keys() ^ b.keys()))
print(a.keys() == {"x", "y"}, {"x"} <= a.keys(), sorted(a.items() & {("x", 1), ("q", 2)}))
