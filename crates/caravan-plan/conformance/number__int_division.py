# Floor division and modulo round towards minus infinity.
for a, b in [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (0, 5)]:
    print(a // b)
    print(a % b)
    print(divmod(a, b))
    print(a / b)
