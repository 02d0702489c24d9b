# Modulo by zero.
values = [4, 2, 0]
for v in values:
    print(8 % v)
print("never")
