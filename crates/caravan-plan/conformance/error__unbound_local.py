# A local used before it is bound.
total = 5

def f():
    print("in f")
    total += 1
    return total

f()
