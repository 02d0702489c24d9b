# Messages of float() on bad values.
for s in ["", "abc", "1,5", "--1"]:
    try:
        float(s)
    except ValueError as e:
        print(e)
for v in [None, [1]]:
    try:
        float(v)
    except TypeError as e:
        print(e)
