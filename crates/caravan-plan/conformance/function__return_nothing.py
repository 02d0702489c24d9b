# A function without return gives None; return alone does too.
def f():
    pass

def g(x):
    if x:
        return
    return "end"

print(f(), g(1), g(0))
