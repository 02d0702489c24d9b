# A tuple index out of range.
row = ("ann", 5)
print(row[-2])
print(row[2])
print("never")
