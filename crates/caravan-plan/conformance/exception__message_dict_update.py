# Messages of dict() and update on bad pairs.
for f in [lambda: dict([1, 2]), lambda: dict([(1, 2, 3)]), lambda: dict(["ab", "c"])]:
    try:
        f()
    except (TypeError, ValueError) as e:
        print(e)
