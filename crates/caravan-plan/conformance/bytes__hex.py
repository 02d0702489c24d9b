# hex and fromhex.
print(b"\x01\xab".hex(), bytes.fromhex("01ab FF"), b"abc".hex("-"))
print(int.from_bytes(b"\x01\x00", "big"), (258).to_bytes(2, "big"), int.from_bytes(b"\x01\x00", "little"))
try:
    bytes.fromhex("zz")
except ValueError:
    print("bad hex")
