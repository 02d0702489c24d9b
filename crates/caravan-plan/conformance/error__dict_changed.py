# A dict that grows while looped over.
d = {"a": 1}
for k in d:
    print(k)
    d[k * 2] = 0
