# Stars and keywords mix in one call.
def f(*a, **k):
    return a, k

print(f(1, *[2, 3], 4, *(), x=5, **{"y": 6}, z=7, **{}))
try:
    f(**{"x": 1}, **{"x": 2})
except TypeError as e:
    print("multiple values" in str(e))
