# replace with and without a count.
print("aaa".replace("a", "b"), "aaa".replace("a", "b", 2))
print("abc".replace("x", "y"))
print("abc".replace("", "-"), "a.b.c".replace(".", ""))
print("aaaa".replace("aa", "b"))
print("abc".replace("b", "[b]").replace("c", "d"), "abc".replace("a", "b", 0))
