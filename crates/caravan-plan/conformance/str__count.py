# count counts without overlap.
print("banana".count("a"), "aaaa".count("aa"), "abc".count("x"))
print("abc".count(""))
print("banana".count("a", 2), "banana".count("a", 0, 2))
print("the cat the dog".count("the "))
