# An exception several calls deep.
def a(x):
    return b(x) + 1

def b(x):
    return c(x) * 2

def c(x):
    if x > 2:
        raise OverflowError("too deep")
    return x

print(a(1))
print(a(3))
