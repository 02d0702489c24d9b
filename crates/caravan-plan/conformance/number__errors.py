# Errors of arithmetic.
for f in [lambda: 1 / 0, lambda: 1 // 0, lambda: 5 % 0, lambda: 0 ** -1, lambda: 2.0 ** 5000, lambda: pow(2, 3, 0)]:
    try:
        print(f())
    except (ZeroDivisionError, OverflowError, ValueError) as e:
        print("ValueError/Arithmetic", isinstance(e, ArithmeticError))
