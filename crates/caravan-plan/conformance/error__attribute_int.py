# A string method on a number.
n = 42
print(str(n).zfill(5))
print(n.zfill(5))
print("never")
