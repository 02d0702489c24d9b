# Bytes cannot be changed.
b = b"abc"
try:
    b[0] = 65
except TypeError as e:
    print(e)
try:
    bytes([256])
except ValueError as e:
    print(e)
