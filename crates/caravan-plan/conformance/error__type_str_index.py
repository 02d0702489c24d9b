# A string indexed with a string.
row = "name=ann"
print(row[0])
key = "name"
print(isinstance(row, str))
print(tuple(row[:2])[key])
