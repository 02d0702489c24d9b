# An assignment inside a function makes a local name.
x = "module"

def f():
    x = "local"
    return x

print(f(), x)
