# The key is called once for each item, in order.
calls = []

def key(x):
    calls.append(x)
    return -x

print(sorted([1, 3, 2], key=key), calls)
