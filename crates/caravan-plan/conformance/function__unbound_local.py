# A name assigned anywhere in a function is local throughout it.
x = 1

def f():
    try:
        print(x)
    except UnboundLocalError as e:
        print(e)
    x = 2
    return x

print(f())
