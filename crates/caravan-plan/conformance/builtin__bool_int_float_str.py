# Conversions between the basic types.
print(bool("0"), bool(0.0), int("5") + float("2.5"))
print(str(5) + "5", int(5.99), float(5))
print(str(None), str(True), bool([]))
print(bool(" "))
print(int(str(12) + "3"), str(1.0), float(str(2.5)))
print(list(str(123)), tuple(map(int, "123")))
