# Splitting with an empty separator.
s = "abc"
print(s.split("b"))
print(list(s))
print(s.split(""))
