# yield from delegates to any iterable.
def chain(*parts):
    for p in parts:
        yield from p

print(list(chain([1, 2], "ab", range(2), (x for x in [9]))))
