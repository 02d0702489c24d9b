# A float power that is too large.
print(10.0 ** 308)
x = float(10)
try:
    x ** 400
except OverflowError:
    print("overflow")
raise OverflowError("result too large")
