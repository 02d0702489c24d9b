# maketrans and translate.
t = str.maketrans("abc", "xyz")
print("aabbcc!".translate(t))
t = str.maketrans("a", "b", "!?")
print("a! ba?".translate(t))
print("hello".translate(str.maketrans({"l": "L", "o": None, "h": "HH"})), "abc".translate({97: "A", 98: None}))
