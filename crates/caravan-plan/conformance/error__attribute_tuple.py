# A set method on a tuple.
t = (1, 2)
print(t.count(1))
t.add(3)
print(t)
