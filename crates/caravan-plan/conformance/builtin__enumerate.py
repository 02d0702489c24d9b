# enumerate with and without a start.
print(list(enumerate("ab")), list(enumerate(["x"], start=5)), list(enumerate([], 1)))
for i, (a, b) in enumerate([(1, 2), (3, 4)], 1):
    print(i, a, b)
e = enumerate("xy")
print(next(e), next(e), next(e, None))
