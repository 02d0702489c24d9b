# Removing while looping skips the next item.
xs = [1, 2, 2, 3]
for x in xs:
    if x == 2:
        xs.remove(x)
print(xs)
ys = [1, 2, 2, 3]
for y in ys[:]:
    if y == 2:
        ys.remove(y)
print(ys)
