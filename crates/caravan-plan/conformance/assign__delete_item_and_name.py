# del removes a name, a list item and a dict key.
a = [1, 2, 3]
d = {"x": 1, "y": 2}
del a[0], d["x"]
print(a, d)
del a[-1]
print(a)
b = 5
del b
try:
    print(b)
except NameError as e:
    print(e)
