# Methods of int and float.
print((255).bit_length(), (0).bit_length(), (7).bit_count())
print((3.0).is_integer(), (3.5).is_integer(), (0.75).as_integer_ratio())
print((5).real, (5).numerator, (5).denominator)
print((2.5).hex(), float.fromhex("0x1.4p+1"), (-7).conjugate())
