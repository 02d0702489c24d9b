# |= on a dict updates it in place; | makes a new one.
a = {"x": 1}
b = a
b |= {"x": 2, "y": 3}
print(a)
c = a | {"z": 4}
print(a, c)
a |= [("w", 0)]
print(a)
