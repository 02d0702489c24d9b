# A class without a constructor; attributes set from outside.
class Record:
    pass

r = Record()
r.name = "x"
r.size = 3
print(r.name, r.size, hasattr(r, "name"), hasattr(r, "other"))
