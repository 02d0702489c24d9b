# Messages of len on what has none.
for v in [5, None, 1.5, True, (x for x in [])]:
    try:
        len(v)
    except TypeError as e:
        print(e)
