# Deleting an item of what is fixed.
print("before")
del (1, 2)[0]
