# abs and divmod.
print(abs(-3), abs(2.5), divmod(17, 5), divmod(-17, 5), divmod(17.5, 5), divmod(True, 2))
q, r = divmod(100, 7)
print(q, r, q * 7 + r)
try:
    abs("x")
except TypeError as e:
    print(e)
