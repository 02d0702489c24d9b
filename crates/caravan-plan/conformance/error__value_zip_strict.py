# zip strict with unequal lengths.
names, scores = ["ann", "bob"], [1]
print(list(zip(names, scores)))
list(zip(names, scores, strict=True))
