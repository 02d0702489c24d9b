# sum with and without a start.
print(sum([1, 2]), sum([]), sum([1, 2], 10), sum((0.5, 1)), sum(x for x in range(5)), sum([1], start=2), sum({1: "a", 2: "b"}))
print(sum([[1], [2]], []), sum(len(w) for w in ["a", "bb"]), sum([True, True]))
try:
    sum(["a"])
except TypeError as e:
    print(e)
