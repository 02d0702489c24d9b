# Strings compare by code point.
print("a" < "b", "Z" < "a", "abc" < "abd")
print("ab" < "abc", "" < "a", "10" < "9")
print("é" > "z")
print(sorted(["b", "A", "a", "B"]), sorted(["b", "A", "a", "B"], key=str.lower))
print(max("hello"), min("hello"), sorted("hello"))
