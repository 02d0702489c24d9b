# str and repr of numbers agree.
for v in [0, -5, 1.10, 1e5, 123456.789, 1e21, 2 ** 64, True, 1e-10]:
    print(str(v) == repr(v))
    print(str(v))
    print(len(str(v)))
