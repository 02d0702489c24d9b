# Booleans format as integers with a type.
print(format(True, "d"), format(False, "5"), format(True, "b"), format(True, ".1f"), format(3, "f"), format(3, ".1e"), format(1, "%"))
print(f"{True}", f"{True:d}", f"{True:>6}", "%d" % True, "%s" % True)
for v in (0, 1):
    print(f"{bool(v)!s:>6}|{v:>6}|")
