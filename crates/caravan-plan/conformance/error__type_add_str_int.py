# A string plus a number.
count = 5
label = "total: "
print(label, count)
print(label + count)
