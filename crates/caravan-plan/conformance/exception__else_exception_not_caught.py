# An exception in else is not handled by the same try.
try:
    try:
        pass
    except ValueError:
        print("wrong")
    else:
        raise ValueError("from else")
except ValueError as e:
    print("outer", e)
