# iter and next, with a default, and with a sentinel.
it = iter([1, 2])
print(next(it), next(it), next(it, "end"), next(it, None))
values = [3, 2, 0, 5]
print(list(iter(lambda: values.pop(0), 0)), values)
d = iter({"a": 1})
print(next(d), next(iter("xyz")), next(iter([]), "empty"))
