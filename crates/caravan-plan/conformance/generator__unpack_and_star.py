# A generator unpacked into names, arguments and displays.
def two():
    yield 1
    yield 2

a, b = two()
print(a, b, [*two(), 3], max(*two()), {*two()} == {1, 2})
print(*two(), sep="-")
