# index of a missing substring.
s = "user@example.com"
print(s.index("@"))
print(s.find("#"))
print(s.index("#"))
