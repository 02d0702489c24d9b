# Converting strings to numbers, with spaces, signs and underscores.
print(int(" 42 "), int("-7"), int("+3"))
print(int("1_000"), int("007"), int("\n5\t"))
print(float(" 1.5 "), float("-2"), float("1e3"))
print(float(".5"), float("5."), float("1_0.5"))
print(float("inf"), float("-Infinity"))
print(float("nan") != float("nan"), int("٣"), bool("False"))
print(bool(""))
