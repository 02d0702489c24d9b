# filter with a function and with None.
print(list(filter(lambda x: x > 1, [1, 2, 3])), list(filter(None, [0, 1, "", "a", [], [0], None])))
print(list(filter(str.isdigit, "a1b2")), list(filter(lambda kv: kv[1], {"a": 0, "b": 1}.items())))
f = filter(None, [0, 5])
print(next(f), next(f, "end"))
