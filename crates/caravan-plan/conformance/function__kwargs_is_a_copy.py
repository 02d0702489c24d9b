# **kwargs is a fresh dict; changing it does not reach the caller.
def f(**kw):
    kw["new"] = 1
    return kw

d = {"a": 0}
print(f(**d), d)
