# The right side of an assignment is evaluated before the target's parts.
log = []

def note(x):
    log.append(x)
    return x

d = {}
d[note("key")] = note("value")
print(log)
log.clear()
r = [note(1), note(2)][note(0)] + note(3) * note(4)
print(r, log)
