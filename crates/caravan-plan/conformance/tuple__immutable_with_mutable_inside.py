# A tuple's items cannot be replaced, but may change.
t = ([1], 2)
t[0].append(5)
print(t)
try:
    t[1] = 3
except TypeError as e:
    print(e)
try:
    {t: 1}
except TypeError as e:
    print("unhashable" in str(e))
