# += on a list changes the list itself, seen through every name for it.
a = [1]
b = a
b += [2, 3]
print(a, a is b)
b = b + [4]
print(a, b, a is b)
a *= 2
print(a)
