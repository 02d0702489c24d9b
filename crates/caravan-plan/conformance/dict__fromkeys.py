# fromkeys shares one value.
print(dict.fromkeys(["a", "b"]), dict.fromkeys("ab", 0), dict.fromkeys([3, 1, 3, 2]))
d = dict.fromkeys("xy", [])
d["x"].append(1)
print(d)
