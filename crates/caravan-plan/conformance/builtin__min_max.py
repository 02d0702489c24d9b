# min and max of arguments and iterables; the first of equals wins.
print(min(3, 1, 2), max([3, 1, 2]), min("hello"))
print(max("a", "b"), max([(1, "a"), (1, "b")]))
print(max(["aa", "bb", "c"], key=len), min(["aa", "bb", "c", "d"], key=len), max(1, 1.0))
print(max(1.0, 1))
print(max({"a": 5, "b": 9}, key=lambda k: k))
