# Turning a huge integer into a float is an OverflowError.
for f in [lambda: float(10 ** 400), lambda: 10 ** 400 / 3, lambda: 10 ** 400 * 1.0, lambda: int(float("inf")), lambda: int("1") + 10 ** 400 + 0.5]:
    try:
        f()
    except OverflowError as e:
        print(e)
