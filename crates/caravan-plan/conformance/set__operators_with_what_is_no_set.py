# A view takes any iterable as the other operand; a set takes none but sets and views.
d = {"a": 1, "b": 2}
print(sorted(d.keys() & ["a", "c"]), sorted(d.keys() | "x"), sorted(["a"] | d.keys()), sorted(d.keys() - ("a",)))
for make in [lambda: {1} | [2], lambda: [1] & {1}, lambda: {1} - "a", lambda: d.keys() & 5, lambda: 5 ^ d.keys()]:
    try:
        print(make())
    except TypeError as e:
        print(e)
