# sorted is stable, also in reverse.
rows = [("a", 2), ("b", 1), ("c", 2), ("d", 1)]
print(sorted(rows, key=lambda r: r[1]))
print(sorted(rows, key=lambda r: r[1], reverse=True))
print(sorted(rows, key=lambda r: (-r[1], r[0])))
print(sorted(["bb", "a", "cc", "d"], key=len))
