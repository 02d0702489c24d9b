# A minus before a string.
x = "5"
print(-int(x))
print(-x)
print("never")
