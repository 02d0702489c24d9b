# Too many values to unpack.
rows = ["a=1", "b=2=3"]
for r in rows:
    k, v = r.split("=")
    print(k, v)
