# Unpacking a dict gives its keys in insertion order.
k1, k2 = {"b": 1, "a": 2}
print(k1, k2)
(p, v), (q, w) = {"one": 1, "two": 2}.items()
print(p, v, q, w)
