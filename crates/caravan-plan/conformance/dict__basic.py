# Reading, writing, deleting and testing keys.
d = {"a": 1}
d["b"] = 2
d["a"] = 10
print(d, d["a"], len(d), "a" in d, 1 in d, "z" not in d)
del d["a"]
print(d)
