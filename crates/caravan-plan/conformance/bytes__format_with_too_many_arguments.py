# Too many arguments for a format: texts and bytes say it in their own words.
for make in [lambda: b"%d" % (1, 2), lambda: "%d" % (1, 2), lambda: b"a" % 5, lambda: "a" % 5, lambda: b"%s" % (b"x", b"y")]:
    try:
        print(make())
    except TypeError as e:
        print(e)
print(b"%d-%s" % (5, b"x"))
