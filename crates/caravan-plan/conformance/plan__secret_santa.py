# A fixed rotation of gifts.
names = ["ann", "bob", "cy", "dee"]
couples = {("ann", "bob"), ("bob", "ann")}

def valid(pairs):
    return all(a != b and (a, b) not in couples for a, b in pairs)

for shift in range(1, len(names)):
    pairs = list(zip(names, names[shift:] + names[:shift]))
    print(shift, valid(pairs), pairs[0])
    if valid(pairs):
        break
print(dict(pairs))
