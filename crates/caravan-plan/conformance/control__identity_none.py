# is compares identity; None is one object.
x = None
print(x is None, x is not None)
a = [1]
b = [1]
print(a is b, a == b, a is not b)
print(True is True, not None)
