# Adding a key while looping over a dict is a RuntimeError.
d = {"a": 1}
try:
    for k in d:
        d[k + "x"] = 2
except RuntimeError as e:
    print(e)
for k in list(d):
    d[k + "y"] = 0
print(d)
