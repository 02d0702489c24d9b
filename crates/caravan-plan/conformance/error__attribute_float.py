# An attribute of a float.
x = 2.5
print(x.is_integer())
print(x.rounded)
print("never")
