# Assignment to a string's item.
s = "hello"
s = "J" + s[1:]
print(s)
s[0] = "H"
