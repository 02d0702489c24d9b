# A generator expression runs as it is consumed.
log = []

def note(x):
    log.append(x)
    return x

g = (note(x) for x in range(5))
print(log)
print(next(g), next(g), log)
print(list(g), log)
