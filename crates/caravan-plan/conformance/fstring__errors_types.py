# Format codes on values that take none.
for f in [lambda: f"{[1]:>5}", lambda: f"{None:>5}", lambda: f"{ {} :d}"]:
    try:
        f()
    except TypeError as e:
        print(e)
