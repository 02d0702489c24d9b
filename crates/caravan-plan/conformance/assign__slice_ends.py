# Slice assignment at and past the ends inserts there.
a = [1, 2, 3]
a[len(a):] = [4, 5]
print(a)
a[:0] = [0]
print(a)
a[100:200] = ["end"]
print(a)
a[-1:] = []
print(a)
