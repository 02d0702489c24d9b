# += on a tuple or string makes a new value and rebinds the name.
a = (1, 2)
b = a
b += (3,)
print(a, b)
s = "ab"
t = s
t += "c"
print(s, t)
t *= 2
print(t)
