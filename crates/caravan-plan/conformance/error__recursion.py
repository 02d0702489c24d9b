# A custom depth check ends a recursion.
def f(n):
    if n > 50:
        raise RecursionError("too deep by our own count")
    return f(n + 1)

print("start")
f(0)
