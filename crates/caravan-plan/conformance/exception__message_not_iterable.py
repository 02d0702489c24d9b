# Messages of iterating over what cannot be.
for f in [lambda: list(5), lambda: [x for x in None], lambda: sum(3), lambda: sorted(1.5), lambda: set(7), lambda: tuple(True), lambda: max(5), lambda: enumerate(3), lambda: dict(5)]:
    try:
        f()
    except TypeError as e:
        print(e)
