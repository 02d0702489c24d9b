# A list indexed like a record.
data = [{"id": 1}]
print(data[0]["id"])
print(data["id"])
print("never")
