# Messages of bad range arguments.
for f in [lambda: range(1, 5, 0), lambda: range(1.5), lambda: range("3"), lambda: [1, 2][::0]]:
    try:
        f()
    except (ValueError, TypeError) as e:
        print(e)
