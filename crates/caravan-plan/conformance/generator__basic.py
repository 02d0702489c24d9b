# A generator function runs to the next yield each time.
def count():
    print("start")
    yield 1
    print("middle")
    yield 2
    print("end")

g = count()
print("made")
print(next(g))
print(next(g))
print(next(g, "exhausted"))
