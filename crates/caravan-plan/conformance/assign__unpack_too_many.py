# Unpacking more values than targets is a ValueError.
try:
    a, b = [1, 2, 3]
except ValueError as e:
    print(e)
try:
    (x,) = "ab"
except ValueError as e:
    print(e)
