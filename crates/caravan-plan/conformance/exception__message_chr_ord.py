# Messages of chr and ord.
for f in [lambda: chr(-1), lambda: chr(0x110000), lambda: ord("ab"), lambda: ord(""), lambda: chr("a")]:
    try:
        f()
    except (ValueError, TypeError) as e:
        print(e)
