# Functions are stored, passed and returned.
def twice(f, x):
    return f(f(x))

def inc(n):
    return n + 1

print(twice(inc, 5), twice(str.upper, "a"), twice(lambda s: s + "!", "hi"))
ops = [len, max, sum]
print([op([1, 2, 3]) for op in ops])
print(callable(inc), callable(3), callable(len), callable(lambda: 0))
