# Tuples, one-element tuples and unpacking.
t = (1, "a", None)
print(t, (1,), (), 1, len(t), t[1], t[-1], t[:2], t[::-1])
u = 1, 2
print(u, type(u) is tuple, (1) == 1, tuple("ab"), tuple([1]), tuple())
