# What the % operator raises.
for f in [lambda: "%d %d" % (1,), lambda: "%d" % (1, 2), lambda: "%d" % "x", lambda: "%(a)s" % {"b": 1}, lambda: "abc" % 5]:
    try:
        f()
    except (TypeError, KeyError) as e:
        print(e)
