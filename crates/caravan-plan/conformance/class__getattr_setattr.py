# getattr, setattr, hasattr and delattr by name.
class A:
    kind = "k"

a = A()
setattr(a, "x", 5)
print(getattr(a, "x"), getattr(a, "kind"), getattr(a, "nope", "default"), hasattr(a, "x"))
for f in ["x", "kind", "y"]:
    print(f, getattr(a, f, None))
delattr(a, "x")
print(hasattr(a, "x"))
