# Messages of int() with a base.
for s, base in [("12", 2), ("zz", 16), ("9", 8)]:
    try:
        int(s, base)
    except ValueError as e:
        print(e)
try:
    int("1", 1)
except ValueError as e:
    print(e)
print(int("ff", 16), int("0b101", 0), int("z", 36))
