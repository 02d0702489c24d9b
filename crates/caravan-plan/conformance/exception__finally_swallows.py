# return in finally swallows the exception.
def f():
    try:
        raise ValueError("lost")
    finally:
        return "kept"

print(f())
