# sort is in place, stable and returns None.
a = [3, 1, 2]
print(a.sort(), a)
a.sort(reverse=True)
print(a)
rows = [("b", 1), ("a", 2), ("c", 1), ("a", 1)]
rows.sort(key=lambda r: r[1])
print(rows)
rows.sort(key=lambda r: r[1], reverse=True)
print(rows)
