# pop of a missing key.
d = {"a": 1}
print(d.pop("a"))
print(d.pop("b", 0))
d.pop("it's")
