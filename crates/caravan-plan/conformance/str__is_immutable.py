# Methods return new strings.
s = "abc"
t = s.upper()
print(s, t)
try:
    s[0] = "x"
except TypeError as e:
    print(e)
s += "d"
print(s)
