# A list index out of range.
emails = ["a", "b"]
for i in range(3):
    print(i, emails[i])
print("never")
