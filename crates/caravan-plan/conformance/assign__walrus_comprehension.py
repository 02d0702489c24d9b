# A walrus inside a comprehension binds in the enclosing scope.
values = ["1", "x", "22", ""]
print([n for v in values if (n := len(v))])
print(n)
found = any((hit := v).isalpha() for v in values)
print(found, hit)
