# Messages of indices of unsuitable types.
for f in [lambda: [1]["0"], lambda: (1,)["a"], lambda: [1][1.0], lambda: [1][None], lambda: [1, 2]["a":]]:
    try:
        f()
    except TypeError as e:
        print(e)
