# Short circuits skip calls.
log = []

def yes(x):
    log.append(x)
    return True

def no(x):
    log.append(x)
    return False

print(yes(1) or yes(2))
print(no(3) and yes(4))
print(no(5) or no(6) or yes(7))
print(log)
