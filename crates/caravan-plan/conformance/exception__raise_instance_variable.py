# An exception made first and raised later.
errors = [ValueError("v"), TypeError("t")]
for err in errors:
    try:
        raise err
    except (ValueError, TypeError) as e:
        print(e is err, e)
