# The value to return is computed before finally runs.
def f():
    x = 1
    try:
        return x
    finally:
        x = 2
        print("finally", x)

print(f())
