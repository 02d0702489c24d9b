# copy is shallow.
a = {"x": [1], "y": 1}
b = a.copy()
b["x"].append(2)
b["y"] = 2
print(a, b, a["x"] is b["x"])
