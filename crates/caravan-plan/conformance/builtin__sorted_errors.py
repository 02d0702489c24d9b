# Errors of sorted, min, max with bad arguments.
for f in [lambda: sorted([1, "a"]), lambda: max(1, "a"), lambda: min([None, 1]), lambda: sorted([1], key=lambda x: x["k"])]:
    try:
        f()
    except TypeError as e:
        print(e)
