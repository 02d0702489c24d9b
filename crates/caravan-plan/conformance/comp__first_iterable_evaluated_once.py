# The first iterable is evaluated once, inner ones each time.
log = []

def seq(name):
    log.append(name)
    return [1, 2]

print([a * b for a in seq("outer") for b in seq("inner")])
print(log)
