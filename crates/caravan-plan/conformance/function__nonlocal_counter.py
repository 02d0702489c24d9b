# nonlocal rebinds the enclosing function's variable.
def counter():
    n = 0

    def step(by=1):
        nonlocal n
        n += by
        return n

    return step

a = counter()
b = counter()
print(a(), a(), a(5), b())
