# count and index.
t = (1, 2, 1, 1.0)
print(t.count(1), t.index(2), t.index(1, 1))
try:
    t.index(5)
except ValueError as e:
    print(e)
