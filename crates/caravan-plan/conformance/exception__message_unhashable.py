# Messages of unhashable keys and members.
for f in [lambda: {}.get([]), lambda: {[]}, lambda: set([{}]), lambda: frozenset([set()])]:
    try:
        f()
    except TypeError as e:
        print("unhashable type" in str(e))
