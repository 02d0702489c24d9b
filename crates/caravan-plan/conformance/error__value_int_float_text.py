# int of a text with a decimal point.
print(int("10"))
print(int(float("10.5")))
print(int("10.5"))
print("never")
