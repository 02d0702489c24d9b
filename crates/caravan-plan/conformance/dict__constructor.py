# dict() from pairs, keywords, another dict and zip.
print(dict(), dict(a=1, b=2), dict([("x", 1), ("y", 2)]), dict({"k": 1}, k=2, l=3), dict(zip("ab", [1, 2])))
a = {"k": [1]}
b = dict(a)
b["k"].append(2)
b["new"] = 0
print(a, b)
