# Joining numbers.
ids = [1, 2, 3]
print(", ".join(str(i) for i in ids))
print(", ".join(ids))
print("never")
