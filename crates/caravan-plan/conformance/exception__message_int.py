# Messages of int() on bad text.
for s in ["", "abc", "1.5", "1 2", " ", "0x1F", "12a"]:
    try:
        int(s)
    except ValueError as e:
        print(e)
for v in [None, [1], {}]:
    try:
        int(v)
    except TypeError as e:
        print(e)
