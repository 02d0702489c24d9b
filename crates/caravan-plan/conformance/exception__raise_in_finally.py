# An exception in finally replaces the one on its way.
try:
    try:
        raise ValueError("first")
    finally:
        raise TypeError("second")
except Exception as e:
    print(repr(e))
