# KeyError shows the repr of the key.
d = {"a": 1}
for key in ["missing", 7, None, (1, "x")]:
    try:
        d[key]
    except KeyError as e:
        print("KeyError:", e)
