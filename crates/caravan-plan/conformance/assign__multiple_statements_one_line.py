# Semicolons separate statements; a backslash or brackets continue a line.
a = 1; b = 2; print(a + b)
total = 1 + \
    2 + \
    3
print(total)
xs = [
    1,
    2,
]
print(xs)
