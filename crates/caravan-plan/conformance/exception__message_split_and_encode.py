# Messages of str methods given bad arguments.
try:
    "a b".split("")
except ValueError as e:
    print(e)
try:
    "é".encode("ascii")
except UnicodeEncodeError as e:
    print(e)
try:
    b"\xff".decode("utf-8")
except UnicodeDecodeError as e:
    print(e)
