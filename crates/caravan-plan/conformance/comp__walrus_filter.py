# A walrus shares a computed value between condition and element.
rows = ["a=1", "bad", "b=22"]
print([(k, v) for r in rows if (parts := r.split("=")) and len(parts) == 2 for k, v in [parts]])
print(parts)
