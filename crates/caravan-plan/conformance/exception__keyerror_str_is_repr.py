# str of a KeyError is the repr of its key.
for key in ["name", 5, ("a", 1), "it's"]:
    try:
        {}[key]
    except KeyError as e:
        print(e, str(e), repr(e), e.args)
