# Keys of many types; equal numbers are one key.
d = {1: "int", "1": "str", (1, 2): "tuple", None: "none", 1.5: "float", frozenset([1]): "fs"}
print(d[1], d["1"], d[(1, 2)], d[1, 2], d[None], d[1.5], d[frozenset({1})])
d[1.0] = "float one"
d[True] = "true"
print(len(d), d[1], list(d)[0])
