# A walrus inside a comprehension binds in the enclosing scope.
values = ["1", "x", "22", ""]
print([n for v in values if (n := len(v))])
print(n)
found = [hit := v.upper() for v in values if v.isalpha()]
print(found, hit)
