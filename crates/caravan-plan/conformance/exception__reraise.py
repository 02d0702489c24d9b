# A bare raise raises the current exception again.
def f():
    try:
        int("x")
    except ValueError:
        print("logging")
        raise

try:
    f()
except ValueError as e:
    print("outer", e)
