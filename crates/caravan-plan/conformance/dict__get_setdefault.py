# get never changes the dict, setdefault may.
d = {"a": 1, "n": None}
print(d.get("a"), d.get("z"), d.get("z", 0), d.get("n", 5))
print(d.setdefault("a", 9), d.setdefault("x", []), d.setdefault("y"))
d["x"].append(1)
print(d)
