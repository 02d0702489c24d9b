# A record read like an object.
email = {"sender": "a@x.com"}
print(email["sender"])
print(email.sender)
print("never")
