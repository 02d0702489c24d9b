# The name of an encoding is a name.
for name in ["no\0such", "no-such", ""]:
    try:
        print("a".encode(name))
    except (ValueError, LookupError) as e:
        print(type(e).__name__, e)
