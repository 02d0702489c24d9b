# finally runs before the function returns; a return in finally wins.
def f():
    try:
        return "try"
    finally:
        print("cleanup")

def g():
    try:
        return "try"
    finally:
        return "finally"

print(f(), g())
