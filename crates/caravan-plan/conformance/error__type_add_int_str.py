# A number plus a string.
count = 5
print("total: " + str(count))
print(count + 1)
print(count + " items")
