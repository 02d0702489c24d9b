# repr and ascii.
print(repr("a"), repr(1.0), repr(None))
print(repr([1, "b"]), repr("it's"), ascii("é\n"))
print(ascii("日"), repr("é"), repr(b"\xff"))
print(repr(range(2)), repr({"k": (1,)}), repr(int))
print(repr(True), repr(...))
