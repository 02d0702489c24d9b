# pop with and without default; popitem takes the last.
d = {"a": 1, "b": 2, "c": 3}
print(d.pop("a"), d.pop("zz", None), d.pop("zz", "dflt"))
print(d.popitem(), d)
d.clear()
print(d)
try:
    d.popitem()
except KeyError as e:
    print(e)
