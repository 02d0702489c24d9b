# A decorator written with functools.wraps.
from functools import wraps

def logged(f):
    @wraps(f)
    def inner(*args, **kwargs):
        print("call", args, kwargs)
        result = f(*args, **kwargs)
        print("result", result)
        return result
    return inner

@logged
def add(a, b=0):
    return a + b

print(add(1, b=2))
