# A table with aligned columns.
rows = [("name", "qty", "price"), ("apple", 3, 1.5), ("kiwi", 12, 0.25)]
for name, qty, price in rows:
    print(name.ljust(8) + str(qty).rjust(5) + str(price).rjust(8) + "|")
widths = [max(len(str(r[i])) for r in rows) for i in range(3)]
print(widths)
