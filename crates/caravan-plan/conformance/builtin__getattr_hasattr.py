# getattr with a default, hasattr.
class A:
    x = 1

print(getattr(A, "x"), getattr(A(), "x"), getattr(A(), "y", None), hasattr(A, "y"), getattr("abc", "upper")())
print(hasattr([], "append"), hasattr(5, "append"), getattr([], "missing", "dflt"))
try:
    getattr(A(), "nope")
except AttributeError as e:
    print(e)
