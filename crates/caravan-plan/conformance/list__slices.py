# Slices of a list are new lists.
a = [0, 1, 2, 3, 4, 5]
print(a[1:4], a[:3], a[3:], a[-2:], a[:-2], a[::2], a[::-2], a[5:0:-2])
b = a[:]
b[0] = "x"
print(a, b)
print(a[10:], a[-100:2], a[3:2])
