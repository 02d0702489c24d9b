# Recursion over nested lists with an accumulator.
def flatten(x, out=None):
    out = [] if out is None else out
    if isinstance(x, (list, tuple)):
        for y in x:
            flatten(y, out)
    else:
        out.append(x)
    return out

print(flatten([1, [2, (3, [4])], [], 5]))
