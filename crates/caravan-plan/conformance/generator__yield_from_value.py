# yield from gives the inner generator's return value.
def inner():
    yield 1
    yield 2
    return "inner done"

def outer():
    result = yield from inner()
    yield result

print(list(outer()))
