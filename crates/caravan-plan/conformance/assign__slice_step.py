# An extended slice takes exactly as many values as it has places.
a = list(range(6))
a[::2] = ["a", "b", "c"]
print(a)
a[::-1] = [1, 2, 3, 4, 5, 6]
print(a)
try:
    a[::2] = [1]
except ValueError as e:
    print(e)
