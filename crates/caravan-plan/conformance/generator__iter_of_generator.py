# iter of a generator is the generator itself.
def g():
    yield 1
    yield 2

it = g()
print(iter(it) is it)
for x in it:
    print("first", x)
    break
print("rest", list(it))
