# chr out of range.
print(chr(65))
codes = [72, 105]
print("".join(map(chr, codes)))
print(chr(-5))
