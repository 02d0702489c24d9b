# += on a list inside a tuple changes the list and then fails.
t = ([1],)
try:
    t[0] += [2]
except TypeError as e:
    print(e)
print(t)
