# Calling something that is not callable names its type.
for v in [5, "s", None, [1], {"a": 1}, 1.5]:
    try:
        v()
    except TypeError as e:
        print(e)
