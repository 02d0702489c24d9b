# A builtin exception raised with a message of its own.
def invert(n):
    if n == 0:
        raise ZeroDivisionError("0 has no inverse")
    return n ** -1

print(invert(2), 0 ** 0)
print(invert(0))
