# Every kind of parameter in one signature.
def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw

print(f(1, c=3))
print(f(1, 20, 30, 40, c=50, e=60))
print(f(1, c=3, b=9, zz=0))
