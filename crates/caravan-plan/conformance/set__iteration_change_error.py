# Changing a set during iteration is a RuntimeError.
s = {1, 2, 3}
try:
    for x in s:
        s.add(x + 100)
except RuntimeError as e:
    print(e)
