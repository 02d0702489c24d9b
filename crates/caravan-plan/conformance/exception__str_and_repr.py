# str and repr of exceptions with no, one and two arguments.
for e in [ValueError(), ValueError("a"), ValueError("a", 1), KeyError("k"), KeyError("a", "b"), Exception(None), OSError("disk")]:
    print(str(e), "|", repr(e), "|", e.args)
