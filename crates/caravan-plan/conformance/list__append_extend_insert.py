# Growing a list.
a = [1]
a.append(2)
a.append([3])
a.extend([4, 5])
a.extend("xy")
a.insert(0, "first")
a.insert(100, "last")
a.insert(-1, "before last")
print(a, len(a))
print([].append(1))
