# remove of a missing member.
s = {1, 2}
s.remove(1)
print(s)
s.remove("x")
