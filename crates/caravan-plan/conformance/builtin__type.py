# type() gives the class.
for v in [1, "a", 1.5, None, [], (), {}, set(), True, b"", range(1), frozenset(), ValueError("x"), type]:
    print(type(v))
print(type(1) == int, type(1) is type(2))
print(type("") in (str, int))
