# re.escape of bytes; encode with a null character in a name; Decimal of parts
import re
from decimal import Decimal

print(re.escape(b"a.b c"), re.escape(b"[x]\n"))
for name in ["utf\0-8", "nope"]:
    try:
        "a".encode(name)
    except (ValueError, LookupError) as e:
        print(type(e).__name__, e)
for parts in [[1, "a", None], [1, "a", 2], (0, (1, 2), "x"), (0, (1, 2), -1)]:
    try:
        print(Decimal(parts))
    except ValueError as e:
        print(e)
