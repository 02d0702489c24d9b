# Names are looked up local, enclosing, module, builtin.
len_ = len
x = "module"

def outer():
    x = "enclosing"

    def inner():
        return x, len("abc")

    return inner()

print(outer(), x)

def shadow():
    len = lambda s: -1
    return len("abc")

print(shadow(), len("abc"))
