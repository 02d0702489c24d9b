# Assignment to a tuple's item.
row = ("ann", 5)
row = row + (6,)
print(row)
row[0] = "bob"
