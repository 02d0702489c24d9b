# Through a captured variable, a lambda, a partial, a bound method.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all gate child#1 deny because=data
from functools import partial
u = get_variable("u")

def outer(x):
    def inner():
        return x
    return inner

a = outer(u)()
b = (lambda: u)()
c = partial(lambda x, y: x + y, u)("!")
d = u.upper()
child(a)
