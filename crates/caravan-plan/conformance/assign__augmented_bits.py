# Every augmented bit operator on integers.
n = 0b1100
n |= 0b0011
print(n)
n &= 0b0110
print(n)
n ^= 0b1111
print(n)
n <<= 3
print(n)
n >>= 2
print(n)
