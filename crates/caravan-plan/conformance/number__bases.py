# bin, oct and hex.
print(bin(10), oct(64), hex(255))
print(bin(-5), hex(-255), bin(0))
print(hex(2 ** 70), bin(True))
print(int("ff", 16), int("0b11", 2), int("0o17", 8))
print(int("zz", 36), hex(255)[2:].upper().zfill(4))
