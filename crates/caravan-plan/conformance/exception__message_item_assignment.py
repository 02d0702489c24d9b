# Messages of assigning to items of immutable values.
s, t, n = "abc", (1, 2), 5
try:
    s[0] = "x"
except TypeError as e:
    print(e)
try:
    t[0] = 9
except TypeError as e:
    print(e)
try:
    n[0] = 1
except TypeError as e:
    print(e)
try:
    del t[0]
except TypeError as e:
    print(e)
