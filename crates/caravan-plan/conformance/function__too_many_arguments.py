# Messages for too many arguments.
def zero():
    pass

def one(a):
    pass

def two(a, b=1):
    pass

for f, args in [(zero, (1,)), (one, (1, 2)), (two, (1, 2, 3))]:
    try:
        f(*args)
    except TypeError as e:
        print(e)
