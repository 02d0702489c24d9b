# A decorator that takes an argument.
from functools import wraps

def repeat(times):
    def deco(f):
        @wraps(f)
        def inner(*args):
            return [f(*args) for _ in range(times)]
        return inner
    return deco

@repeat(3)
def hello(name):
    return f"hi {name}"

print(hello("ann"))
