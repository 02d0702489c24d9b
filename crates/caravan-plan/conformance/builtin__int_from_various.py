# int, float and str arguments in lists.
raw = ["1", " 2 ", "3.0", "", None, "x", 4, 5.9, True]
out = []
for v in raw:
    try:
        out.append(int(v))
    except (TypeError, ValueError):
        try:
            out.append(float(v))
        except (TypeError, ValueError):
            out.append("?")
print(out)
