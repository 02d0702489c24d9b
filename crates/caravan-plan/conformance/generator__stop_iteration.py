# next on a finished generator raises StopIteration.
def one():
    yield 1

g = one()
next(g)
try:
    next(g)
except StopIteration:
    print("stopped")
try:
    next(g)
except StopIteration as e:
    print("stopped again", e.value)
