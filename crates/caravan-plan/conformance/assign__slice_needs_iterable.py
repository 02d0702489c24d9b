# Assigning something not iterable to a slice is a TypeError.
a = [1, 2]
try:
    a[0:1] = 5
except TypeError:
    print("caught TypeError")
print(a)
