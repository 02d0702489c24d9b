# Raising a class makes an instance without arguments.
try:
    raise ValueError
except ValueError as e:
    print(repr(e), str(e) == "", e.args)
