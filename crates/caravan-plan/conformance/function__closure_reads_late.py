# A closure reads the variable when called, not when made.
x = 1

def f():
    return x

x = 2
print(f())
fs = [lambda: i for i in range(3)]
print([g() for g in fs])
