# assert with messages of several types.
for m in ["text", 5, ("a", "b"), None]:
    try:
        assert False, m
    except AssertionError as e:
        print(str(e), e.args)
