# Slices of a string.
s = "abcdef"
print(s[0], s[-1], s[1:3], s[:2], s[4:], s[:])
print(s[-2:], s[:-2], s[-4:-1], s[2:-2])
print(s[::2], s[1::2], s[::-1], s[4:1:-1], s[-1:-4:-1])
print(repr(s[10:]), s[-100:2], repr(s[3:1]), s[2:100])
