# repr of nested and self-containing lists.
a = [1, "a", [2.0, None], ("t",), {"k": []}]
print(a)
b = [1]
b.append(b)
print(b, len(b))
