# Equal numbers find one dict entry.
d = {1: "one"}
print(d[1.0], d[True], (1, 2.0) == (1.0, 2))
print({(1, 2): "t"}[(1.0, 2.0)], {2 ** 60: "b"}[float(2 ** 60)])
print(len({1, 1.0, True, "1"}), {"a": 1}.get("A", "no"))
