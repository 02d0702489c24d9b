# ord and chr.
print(ord("a"), chr(97), ord("€"))
print(chr(8364), ord(b"a"), [chr(c) for c in range(97, 101)])
print(chr(0) == "\0")
print("".join(chr(ord(c) + 1) for c in "HAL"), ord("😀"), chr(0x10FFFF) != "")
