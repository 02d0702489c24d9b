# Bytes literals, indexing and slices.
b = b"abc\x00\xff\n"
print(b, b[0], b[-1])
print(b[1:3], len(b), list(b"ab"))
print(b"a" in b, 97 in b)
print(b"it's", b'say "hi"', b"\\")
print(b"\t", bytes(3), bytes([65, 66]))
print(bytes("é", "utf-8"))
