# chr of what is no code point.
for code in [-1, 0x110000, 2**31 - 1]:
    try:
        print(chr(code))
    except ValueError as e:
        print(e)
for code in [2**63, -10**30]:
    try:
        print(chr(code))
    except (OverflowError, ValueError):
        print("far")
