# int() cuts towards zero.
print(int(3.9), int(-3.9), int(1e20))
print(int("12"), int("-0"), int(True))
print(int(), int("1010", 2), int("0x1f", 16))
print(int("7_7"))
print(int(" \n5 "), int("+9"), int(2 ** 70))
print(int(0.999999))
