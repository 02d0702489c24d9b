# A generator has no length and no subscript.
g = (x for x in range(3))
try:
    len(g)
except TypeError as e:
    print(e)
try:
    g[0]
except TypeError as e:
    print(e)
