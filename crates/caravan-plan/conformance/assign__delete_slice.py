# del removes a slice, with or without a step.
a = list(range(10))
del a[2:5]
print(a)
del a[::2]
print(a)
del a[:]
print(a)
