# Messages of tuple and str searches.
for f in [lambda: (1,).index(2), lambda: "abc".index("z"), lambda: "abc".rindex("z"), lambda: b"a".index(b"z")]:
    try:
        f()
    except ValueError as e:
        print(e)
