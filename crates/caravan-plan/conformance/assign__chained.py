# A chained assignment gives one value to all targets, left to right.
a = b = c = []
a.append(1)
print(b, c, a is c)
x = y = 5
x += 1
print(x, y)

p = q, r = 1, 2
print(p, q, r)
