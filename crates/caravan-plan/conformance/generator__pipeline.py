# Generators feeding generators, item by item.
log = []

def read(xs):
    for x in xs:
        log.append(f"read {x}")
        yield x

def double(xs):
    for x in xs:
        log.append(f"double {x}")
        yield x * 2

for v in double(read([1, 2])):
    log.append(f"got {v}")
print(log)
