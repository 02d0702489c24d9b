# str and repr of exceptions with no, one and two arguments.
for e in [ValueError(), ValueError("a"), ValueError("a", 1), KeyError("k"), KeyError("a", "b"), Exception(None), OSError("disk")]:
    text = str(e)
    print(text, "|", repr(e))
    print("|", e.args)
