# Augmented set operators change the set in place.
a = {1, 2, 3}
b = a
b |= {4}
b &= {2, 3, 4}
b -= {3}
b ^= {2, 9}
print(sorted(a), a is b)
