# Decorators apply from the bottom up.
from functools import wraps

def tag(name):
    def deco(f):
        @wraps(f)
        def inner(s):
            return f"<{name}>{f(s)}</{name}>"
        return inner
    return deco

@tag("a")
@tag("b")
def text(s):
    return s

print(text("x"))
