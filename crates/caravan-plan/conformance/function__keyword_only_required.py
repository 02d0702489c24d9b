# A keyword-only name without a default must be given.
def f(*, a, b=2):
    return a + b

print(f(a=1), f(b=5, a=1))
try:
    f()
except TypeError as e:
    print(e)
