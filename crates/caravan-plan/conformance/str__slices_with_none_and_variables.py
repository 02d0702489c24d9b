# Slices with None and negative steps.
s = "0123456789"
print(s[None:3], s[None:None:3], s[8:None], s[5::-1], s[:5:-1], s[::-3])
i, j = 2, 5
print(s[i:j], s[i:j + 1], s[i:i + 1], repr(s[i:i]))
