# A name after del.
payload = [1]
print(payload)
del payload
print(payload)
