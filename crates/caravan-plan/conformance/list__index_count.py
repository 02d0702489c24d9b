# index and count compare with ==.
a = [1, 2, 1.0, True, "1"]
print(a.count(1), a.index(2), a.index(1, 1), a.count("1"))
try:
    a.index(99)
except ValueError as e:
    print(e)
print([[1], [2], [1]].count([1]), [1, 2, 3, 2].index(2, 2, 4))
