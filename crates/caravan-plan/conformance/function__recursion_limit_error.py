# Endless recursion raises RecursionError, which can be caught.
def loop(n):
    return loop(n + 1)

try:
    loop(0)
except RecursionError:
    print("caught RecursionError")
print(issubclass(RecursionError, RuntimeError))
