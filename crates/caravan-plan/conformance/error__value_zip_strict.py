# zip strict with unequal lengths.
names, scores = ["ann", "bob"], [1]
print(list(zip(names, scores)))
for n, s in zip(names, scores, strict=True):
    print(n, s)
