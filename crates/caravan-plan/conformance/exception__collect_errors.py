# Collecting errors instead of stopping.
rows = [{"n": "1"}, {"n": "x"}, {}, {"n": None}]
ok, errors = [], []
for i, r in enumerate(rows):
    try:
        ok.append(int(r["n"]))
    except (KeyError, ValueError) as e:
        errors.append((i, str(e)))
    except TypeError:
        errors.append((i, "type"))
print(ok)
print(errors)
