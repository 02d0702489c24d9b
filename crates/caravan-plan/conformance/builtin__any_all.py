# any and all stop early and give bools.
print(any([]), all([]), any([0, "", None]), any([0, 5]), all([1, "a"]), all([1, 0]))
log = []

def check(x):
    log.append(x)
    return x > 2

def checks(values):
    for x in values:
        yield check(x)

print(any(checks([1, 3, 5])), log)
log.clear()
print(all(checks([5, 1, 7])), log)
