# update from a dict, pairs and keywords.
d = {"a": 1}
d.update({"b": 2, "a": 0})
d.update([("c", 3)], d=4)
d.update(e=5)
d.update()
print(d)
print({}.update({"x": 1}))
