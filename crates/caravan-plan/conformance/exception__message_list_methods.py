# Messages of list methods.
for f in [lambda: [1].remove(2), lambda: [1].index("a"), lambda: [].pop(), lambda: [1].pop("a")]:
    try:
        f()
    except (ValueError, IndexError, TypeError) as e:
        print(repr(e) if not isinstance(e, ValueError) else "ValueError")
