# += on a list takes any iterable, though + does not.
a = [1]
a += "xy"
a += (2, 3)
a += {"k": 0}
a += range(2)
print(a)
try:
    a = a + "xy"
except TypeError as e:
    print(e)
