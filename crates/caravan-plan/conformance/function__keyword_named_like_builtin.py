# Parameters may be named like builtins.
def pick(list, max=2, type="a"):
    return list[:max], type

print(pick([1, 2, 3]))
print(pick(list="xyz", max=1, type=None))
