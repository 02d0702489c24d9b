# Subset comparisons.
print({1} < {1, 2}, {1, 2} <= {1, 2}, {1, 2} < {1, 2})
print({1, 2} > {2}, {1} < {2}, {1} > {2})
print({1} == {1.0})
print({1, 2} == [1, 2], {1} != {2}, set() <= {1})
print(frozenset([1]) == {1})
