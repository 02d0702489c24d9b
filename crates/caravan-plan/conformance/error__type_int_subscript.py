# Subscripting a number.
values = [5, [6]]
for v in reversed(values):
    print(v[0])
print("never")
