# Reading a dict's key like an attribute fails.
email = {"sender": "a@x.com"}
try:
    email.sender
except AttributeError as e:
    print(e)
print(email["sender"])
