# len of everything that has one.
print(len(""), len([1]))
print(len((1, 2)), len({"a": 1}))
print(len({1, 2}), len(range(5)))
print(len(b"ab"), len({}.keys()))
print(len({"a": 1}.items()))
