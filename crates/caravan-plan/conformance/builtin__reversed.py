# reversed is an iterator over a sequence from its end.
print(list(reversed([1, 2, 3])), "".join(reversed("abc")), list(reversed(range(3))), list(reversed((1, 2))), list(reversed({"a": 1, "b": 2})))
r = reversed([1, 2])
print(next(r), next(r), next(r, "end"))
try:
    reversed({1, 2})
except TypeError as e:
    print(e)
