# A default captures the value at definition time.
fs = [lambda i=i: i for i in range(3)]
print([g() for g in fs])

def make(n):
    return lambda x: x + n

gs = [make(n) for n in range(3)]
print([g(10) for g in gs])
