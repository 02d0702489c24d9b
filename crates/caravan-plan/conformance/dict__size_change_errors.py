# Deleting during iteration is a RuntimeError.
d = {"a": 1, "b": 2}
try:
    for k in d:
        del d[k]
except RuntimeError as e:
    print(e)
print(d)
