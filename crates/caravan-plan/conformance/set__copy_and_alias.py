# copy is independent; |= keeps identity.
a = {1}
b = a
c = a.copy()
b |= {2}
print(sorted(a), sorted(c), a is b)
a = a | {3}
print(a is b, len(b))
