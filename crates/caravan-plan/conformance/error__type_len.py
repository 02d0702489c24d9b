# The length of a number.
for v in ["abc", [1], 5]:
    print(len(v))
print("never")
print("at all")
