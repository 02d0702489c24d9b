# A failed assert without a message.
x = 5
assert x > 1
print("first ok")
assert x > 10
