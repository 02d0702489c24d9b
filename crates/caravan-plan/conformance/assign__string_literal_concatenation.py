# Adjacent string literals join at compile time, f-strings included.
a = "one " "two " 'three'
print(a)
n = 3
b = ("total: "
     f"{n} "
     "items")
print(b)
