# Through parameters of every kind.
#! case attack
#! untrusted u = "secret"
#! child child = "done"
#! all label a data=untrusted
#! all label b data=untrusted
#! all label c data=untrusted
#! all label d data=untrusted
#! all label e data=untrusted
#! all gate child#1 deny because=data
u = get_variable("u")

def same(x):
    return x

def first(*values):
    return values[0]

def named(**values):
    return values["k"]

def keyword(*, x):
    return x

def default(x=u):
    return x

a = same(u)
b = first(u, "x")
c = named(k=u)
d = keyword(x=u)
e = default()
child(b)
