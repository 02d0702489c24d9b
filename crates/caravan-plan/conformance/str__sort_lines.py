# Sorting lines in several ways.
lines = "pear 3\napple 10\nfig 2".splitlines()
print(sorted(lines))
print(sorted(lines, key=lambda l: int(l.split()[1])))
print(sorted(lines, key=len, reverse=True))
