# list() of every iterable.
print(list(), list("ab"), list((1, 2)), list({"x": 1}), list(range(3)), list({5}))
print(list(map(str, [1])), list({"a": 1}.items()), list(zip("a", [1])), list(b"ab"))
a = [1]
print(list(a) == a, list(a) is a)
