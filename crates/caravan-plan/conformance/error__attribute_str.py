# A list method on a string.
s = "abc"
print(s.upper())
print(s.append("d"))
print("never")
