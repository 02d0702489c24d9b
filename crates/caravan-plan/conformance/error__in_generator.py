# An exception inside a generator ends the program where it is consumed.
def numbers(xs):
    for x in xs:
        yield int(x)

for n in numbers(["1", "2", "three"]):
    print(n)
