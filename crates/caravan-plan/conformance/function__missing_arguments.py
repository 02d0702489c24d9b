# Messages for missing arguments, in words.
def f(a, b, c):
    return a

for args in [(), (1,), (1, 2)]:
    try:
        f(*args)
    except TypeError as e:
        print(e)
