# any, zip and iter take no more of a generator than they need.
def gen():
    print("one")
    yield 1
    print("two")
    yield 2
    print("end")

print(any(gen()), list(zip("a", gen())))
g = gen()
kept = [g]
print(next(iter(g)), kept[0] is g)
print(list(g))
