# Floor division and modulo of floats.
for a, b in [(7.5, 2), (-7.5, 2), (7.5, -2), (-7.5, -2.0), (1.0, 0.1), (6, 2.0)]:
    print(a // b)
    print(a % b)
    print(divmod(a, b))
