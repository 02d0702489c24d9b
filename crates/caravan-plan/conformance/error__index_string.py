# A string index out of range.
s = "abc"
print(s[2], s[-3], s[5:])
c = s[3]
print(c)
