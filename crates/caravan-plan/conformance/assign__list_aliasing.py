# Assignment never copies: two names see one list.
a = [1, 2]
b = a
c = a[:]
d = list(a)
e = a.copy()
b.append(3)
print(a, b, c, d, e)
print(a is b, a is c, a == c)
