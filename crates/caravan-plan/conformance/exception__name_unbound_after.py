# The name of an except clause is gone after it.
e = "old"
try:
    raise ValueError("x")
except ValueError as e:
    saved = e
    print(e)
try:
    print(e)
except NameError as err:
    print(err)
print(repr(saved))
