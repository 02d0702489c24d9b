# repr of nested tuples.
print(((1,), ("a", (None,))), ((),), ([],), ({},), (True, 1.0))
print(str((1,)), repr(("x",)), f"{(1, 2)}", "%s" % ((1, 2),))
t = tuple(i * i for i in range(4))
print(t, 4 in t, t + (16,))
