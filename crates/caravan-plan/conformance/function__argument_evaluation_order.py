# Arguments are evaluated from left to right, the function first.
log = []

def n(x):
    log.append(x)
    return x

def f(*a, **k):
    return a, k

print((n("f") and f)(n(1), n(2), k=n(3), *[n(4)]))
print(log)
