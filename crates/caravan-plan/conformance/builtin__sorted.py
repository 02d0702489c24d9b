# sorted makes a new list of any iterable.
xs = [3, 1, 2]
print(sorted(xs), xs, sorted("cab"))
print(sorted((3, 1)), sorted({"b": 1, "a": 2}), sorted([]))
print(sorted(xs, reverse=True), sorted(["b", "C", "a"], key=str.lower), sorted([True, 0, 2]))
