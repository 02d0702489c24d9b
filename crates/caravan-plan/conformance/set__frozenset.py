# frozenset is hashable and immutable.
f = frozenset([1, 2])
print(len(f), 1 in f, {f: "v"}[frozenset([2, 1])], frozenset([1]), frozenset())
print(sorted(f | {3}), type(f | {3}) is frozenset, type({3} | f) is set)
try:
    f.add(3)
except AttributeError as e:
    print(e)
