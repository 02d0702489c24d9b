# Iterating gives integers.
print([n for n in b"AB"], sum(b"\x01\x02"), max(b"abc"), bytes(n + 1 for n in b"HAL"), bytes(reversed(b"abc")))
for i, n in enumerate(b"hi"):
    print(i, n, chr(n))
print(b"%d-%s" % (5, b"x"))
