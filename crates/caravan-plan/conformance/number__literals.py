# Ways to write numbers.
print(1_000_000, 0xFF, 0o17)
print(0b1011, 1e3, 1.5e-3)
print(.5, 5., 0x_ff)
print(1_0.0_1, 0, 00)
print(1E5, 0XAB, -0x10)
print(123456789012345678901234567890)
