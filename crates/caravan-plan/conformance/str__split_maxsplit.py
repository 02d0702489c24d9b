# split and rsplit with a limit.
print("a,b,c,d".split(",", 1), "a,b,c,d".rsplit(",", 1), "a,b".split(",", 5), "a,b".split(",", 0))
print("key=val=x".split("=", maxsplit=1))
print("  a b c ".split(None, 1), "  a b c ".rsplit(None, 1))
print("a,b,c".split(sep=",", maxsplit=-1))
