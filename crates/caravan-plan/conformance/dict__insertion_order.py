# Insertion order; a rewritten key keeps its place, a deleted one loses it.
d = {"b": 1, "a": 2, "c": 3}
d["a"] = 9
print(list(d))
del d["b"]
d["b"] = 0
print(list(d), list(reversed(d)))
print({"x": 1, "y": 2} == {"y": 2, "x": 1})
