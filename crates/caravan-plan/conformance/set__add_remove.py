# add, discard, remove, pop, clear.
s = {1}
print(s.add(2), sorted(s))
s.add(1)
s.discard(9)
s.remove(2)
print(s, s.pop(), s)
try:
    s.remove(5)
except KeyError as e:
    print(e)
try:
    s.pop()
except KeyError as e:
    print(e)
