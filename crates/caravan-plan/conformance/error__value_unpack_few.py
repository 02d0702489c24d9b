# Not enough values to unpack.
rows = ["a:1:x", "b:2"]
for r in rows:
    name, n, rest = r.split(":")
    print(name, n, rest)
