# An exception from else is not caught by its try.
try:
    x = 1
except ValueError:
    print("wrong")
else:
    print("else")
    raise LookupError("from else")
