# float() of ints, strings and bools.
print(float(3), float("2.50"), float("-1e-3"))
print(float(True), float(), float("1e400"))
print(float(" 7 "), float(10 ** 22))
print(float("infinity"), float("NaN"), float("-.5"))
print(3 + 0.0, 10 ** 16 + 0.0)
