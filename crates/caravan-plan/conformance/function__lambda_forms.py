# lambda with no, default, star and keyword parameters.
print((lambda: 5)())
print((lambda x, y=2: x * y)(3))
print((lambda *a, **k: (a, k))(1, z=2))
print((lambda x: (lambda y: x + y))(1)(2))
print(sorted(["bb", "a", "ccc"], key=lambda s: -len(s)))
