# return in a generator sets the StopIteration's value.
def work():
    yield "step"
    return "result"

g = work()
print(next(g))
try:
    next(g)
except StopIteration as e:
    print(e.value)
print(list(work()))
