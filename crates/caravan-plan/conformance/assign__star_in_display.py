# Stars and double stars splice into displays.
a = [1, 2]
b = (3, 4)
print([*a, *b, 5])
print((*a, *b))
print({**{"x": 1, "y": 2}, "y": 3, **{"z": 4}})
print(sorted({*a, *b, 1}))
t = *a, 9
print(t)
