# reverse is in place; copy is shallow.
a = [1, [2], 3]
b = a.copy()
print(a.reverse(), a, b)
b[1].append("shared")
print(a, b)
print(a[::-1] == b, list(reversed(a)))
