# A chain compares neighbours and evaluates each operand once.
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2)
print(1 == 1 == 1, 1 == 1 != 2)
calls = []

def f(x):
    calls.append(x)
    return x

print(f(1) < f(5) < f(3) < f(9))
print(calls)
