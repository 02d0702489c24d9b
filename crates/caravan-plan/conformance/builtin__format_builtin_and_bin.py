# format, bin, hex and oct in strings.
for n in (5, 64, -3):
    print(bin(n), oct(n))
    print(hex(n), format(n, "08b"))
    print(f"{n:+d}", format(n, ">5"))
