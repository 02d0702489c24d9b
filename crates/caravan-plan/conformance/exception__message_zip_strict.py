# Messages of zip with strict.
for args in [([1], [1, 2]), ([1, 2], [1]), ([1], [1], [])]:
    try:
        list(zip(*args, strict=True))
    except ValueError as e:
        print(e)
