# In-place operators keep the identity.
a = b = [1]
a += [2]
a *= 2
print(a, b, a is b)
a = a + [3]
print(a is b, b)
