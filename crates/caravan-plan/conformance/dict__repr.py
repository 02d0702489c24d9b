# repr of dicts, nested and cyclic.
print({}, {"a": {"b": {"c": []}}}, {1: "x", "y": None, (1,): 'q"'})
d = {"k": 1}
d["self"] = d
print(d)
print(str({"a": 'it\'s'}))
