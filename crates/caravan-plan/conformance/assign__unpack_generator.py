# Any iterable can be unpacked, a generator included.
def pair():
    yield "first"
    yield "second"

a, b = pair()
print(a, b)
c, d, e = (n * n for n in range(3))
print(c, d, e)
