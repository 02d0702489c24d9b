# Fields are evaluated from left to right, once.
log = []

def n(x):
    log.append(x)
    return x

print(f"{n(1)} {n(2):>{n(3)}} {n(4)}", log)
