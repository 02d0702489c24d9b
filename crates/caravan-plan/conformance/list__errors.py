# Errors of list operations.
a = [1, 2]
for f in [lambda: a[2], lambda: a[-3], lambda: a.remove(9), lambda: a["x"], lambda: a + 1]:
    try:
        f()
    except (IndexError, ValueError, TypeError) as e:
        print(e)
