# A default keeps the value its expression had at definition time.
n = 1

def f(x=n):
    return x

n = 2
print(f(), f(n))
