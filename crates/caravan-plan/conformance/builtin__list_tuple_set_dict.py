# Constructors convert into each other.
xs = [1, 2, 2]
print(tuple(xs), sorted(set(xs)), list(tuple(xs)))
print(dict([(1, 2)]), sorted(frozenset(xs)), list(dict.fromkeys(xs)))
print(list(set([7])))
print(list(zip("ab", [1, 2])), dict(enumerate("xy")), set())
print(list(), tuple(), dict())
print(str(), int(), float())
print(bool())
