# A generator catches its own exceptions between yields.
def parse(items):
    for s in items:
        try:
            yield int(s)
        except ValueError:
            yield None

print(list(parse(["1", "x", "3"])))
