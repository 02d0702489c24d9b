# del with negative and slice indices.
a = list("abcdef")
del a[-1]
del a[0]
print(a)
del a[1:3]
print(a)
del a[:]
print(a)
