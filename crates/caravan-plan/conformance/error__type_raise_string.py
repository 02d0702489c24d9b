# Raising a string.
def check(x):
    if not x:
        raise "bad value"
    return x

print(check(5))
check(0)
