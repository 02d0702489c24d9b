# Shrinking a list.
a = ["a", "b", "c", "b", "d"]
print(a.pop(), a.pop(0), a)
a.remove("b")
print(a)
print(a.pop(-2), a)
a.clear()
print(a)
