# An exception in a generator reaches the consumer; then the generator is finished.
def risky():
    yield 1
    raise ValueError("broken")

g = risky()
print(next(g))
try:
    next(g)
except ValueError as e:
    print("caught", e)
print(next(g, "finished"))
