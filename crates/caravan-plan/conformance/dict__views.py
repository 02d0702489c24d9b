# keys, values and items follow the dict.
d = {"a": 1, "b": 2}
ks, vs, its = d.keys(), d.values(), d.items()
d["c"] = 3
print(ks, vs, its)
print(list(ks), list(vs), list(its), len(ks), "c" in ks, 3 in vs, ("c", 3) in its)
print(sorted(d.values(), reverse=True), sum(d.values()), max(d.keys()))
