# Unpacking fewer values than targets is a ValueError with both counts.
try:
    a, b, c = [1, 2]
except ValueError as e:
    print(e)
try:
    a, b, *c = [1]
except ValueError as e:
    print(e)
try:
    a, b = []
except ValueError as e:
    print(e)
