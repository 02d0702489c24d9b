# Unpacking something that is not iterable is a TypeError that names its type.
try:
    a, b = 5
except TypeError as e:
    print(e)
try:
    a, b = None
except TypeError as e:
    print(e)
