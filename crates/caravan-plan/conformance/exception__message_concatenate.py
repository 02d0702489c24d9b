# Messages of + on sequences of different types.
for f in [lambda: "a" + 1, lambda: [1] + (2,), lambda: (1,) + [2], lambda: "a" + None, lambda: [1] + "x"]:
    try:
        f()
    except TypeError as e:
        print(e)
