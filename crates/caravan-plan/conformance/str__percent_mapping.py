# The % operator with a dict, and width from arguments.
print("%(name)s: %(n)03d" % {"name": "x", "n": 7, "extra": 0})
print("%*d|%-*s|" % (5, 42, 4, "a"))
print("%.*f" % (2, 1.239))
print("%10s|%-10s|%.2s" % ("right", "left", "cut"))
