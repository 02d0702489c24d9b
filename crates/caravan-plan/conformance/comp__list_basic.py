# A list comprehension maps and filters.
xs = [3, 1, 2]
print([x * x for x in xs])
print([x for x in xs if x > 1])
print([x + y for x, y in [(1, 2), (3, 4)]])
print([c.upper() for c in "abc" if c != "b"])
