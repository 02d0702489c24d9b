# Underscore is an ordinary name; upper case means nothing special.
_, b, _ = 1, 2, 3
print(_, b)
LIMIT = 1_000
LIMIT = LIMIT + 1
print(LIMIT)
