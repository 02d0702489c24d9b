# An augmented assignment to a missing key is a KeyError.
d = {}
try:
    d["n"] += 1
except KeyError as e:
    print("missing", e)
print(d)
