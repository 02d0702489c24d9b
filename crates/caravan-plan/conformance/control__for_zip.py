# Iterating over two lists side by side stops at the shorter.
for name, score in zip(["ann", "bob", "cy"], [1, 2]):
    print(name, score)
for a, (b, c) in zip("xy", [(1, 2), (3, 4)]):
    print(a, b + c)
