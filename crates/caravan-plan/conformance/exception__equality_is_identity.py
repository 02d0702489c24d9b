# Two exceptions with equal arguments are not equal.
a = ValueError("x")
b = ValueError("x")
print(a == b, a == a, a.args == b.args, str(a) == str(b))
print(bool(a), [a].index(a))
